export { PlateLink } from './plate-link.tsx';
