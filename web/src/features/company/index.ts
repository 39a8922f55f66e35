export { type CompanySlots, CompanyView } from './company-view.tsx';
