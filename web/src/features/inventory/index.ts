export { TypeTag } from './inventory-list.tsx';
export { type InventorySlots, InventoryView } from './inventory-view.tsx';
export { inventoryPath } from './inventory-words.ts';
export { ItemPicker, type PickerHandle } from './item-picker.tsx';
export { StockTable } from './stock-table.tsx';
