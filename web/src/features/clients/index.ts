export { ClientField } from './client-field.tsx';
export { useClientFilter } from './client-filter.ts';
