export { BillButton } from './bill-button.tsx';
