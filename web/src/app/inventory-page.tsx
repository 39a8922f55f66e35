import { InventoryView } from '../features/inventory/index.ts';
import { MovementsPanel, StockActions, StockChart, StockSection } from '../features/stock/index.ts';

const slots = { Actions: StockActions, Chart: StockChart, Stock: StockSection, Side: MovementsPanel };

/** An item's page with what the later modules put on it. */
export const InventoryPage = () => <InventoryView slots={slots} />;
