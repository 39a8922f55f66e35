export type { GuestBrand } from './session/brand.tsx';
export { GuestPreview } from './session/guest-preview.tsx';
