export { CategoriesPanel } from './categories-panel.tsx';
export { ClientField } from './client-field.tsx';
export { useClientFilter } from './client-filter.ts';
export { CommentsPanel } from './comments-panel.tsx';
export { FilesPanel } from './files-panel.tsx';
export type { PanelProps } from './panel-props.ts';
export { BinLink, licensePath, locationPath, orderShipmentPath, PlateLink, shipmentPath } from './place-links.tsx';
export { TraceDialog, TracePanel } from './trace-panel.tsx';
export type { TraceLabels } from './trace-words.ts';
