export { AddressFields } from './address-fields.tsx';
export { addressLine } from './address-section.tsx';
export { addressLabels, relationPath } from './relation-words.ts';
