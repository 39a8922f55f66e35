export { configurationTraceLabels } from './configuration-words.ts';
