export { ClientField } from './client-field.tsx';
