export { CountUpload } from './counts/count-upload.tsx';
export { ExpiryPanel } from './expiry-panel.tsx';
export { AdjustButton, MoveButton, StockActions } from './head-buttons.tsx';
export { MovementHistory, MovementsPanel } from './movements-panel.tsx';
export { ReservationsPanel } from './reservations-panel.tsx';
export { StockChart } from './stock-chart.tsx';
export { StockSection } from './stock-section.tsx';
export { UnknownPlate } from './unknown-plate.tsx';
