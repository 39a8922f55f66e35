import type { Inventory } from '@longshore/contract';
import { InventoryView } from '../features/inventory/index.ts';
import {
  ExpiryPanel,
  MovementsPanel,
  ReservationsPanel,
  StockActions,
  StockChart,
  StockSection,
} from '../features/stock/index.ts';

function StockPanels({ inventory }: { inventory: Inventory }) {
  return (
    <>
      <MovementsPanel inventory={inventory} />
      <ReservationsPanel inventory={inventory} />
      <ExpiryPanel inventory={inventory} />
    </>
  );
}

const slots = { Actions: StockActions, Chart: StockChart, Stock: StockSection, Side: StockPanels };

/** The item page, with the slots that later modules fill. */
export const InventoryPage = () => <InventoryView slots={slots} />;
