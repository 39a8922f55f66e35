export { type InventorySlots, InventoryView } from './inventory-view.tsx';
export { inventoryPath } from './inventory-words.ts';
export { ItemPicker } from './item-picker.tsx';
export { StockTable } from './stock-table.tsx';
