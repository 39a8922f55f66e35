export type { GuestBrand } from './brand.tsx';
export { GuestPreview } from './guest-preview.tsx';
