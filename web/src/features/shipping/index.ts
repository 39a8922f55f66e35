export { FbaPanel } from './fba-panel.tsx';
export { PlanPanel } from './plan-panel.tsx';
