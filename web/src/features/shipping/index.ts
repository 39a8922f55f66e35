export { AccountPanels } from './account-panels.tsx';
export { BoughtLabels } from './bought-labels.tsx';
export { BuyLabelsDialog } from './buy-labels-dialog.tsx';
export { BuyPanel } from './label-panel.tsx';
