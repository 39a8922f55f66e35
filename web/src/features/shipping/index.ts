export { AccountPanels } from './account-panels.tsx';
export { BoughtLabels } from './bought-labels.tsx';
export { BuyLabelsDialog } from './buy-labels-dialog.tsx';
export { FbaPanel } from './fba-panel.tsx';
export { BuyPanel } from './label-panel.tsx';
export { PlanPanel } from './plan-panel.tsx';
