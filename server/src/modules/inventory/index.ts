import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { inventorySheet } from './inventories.import.ts';
import { inventoriesRoutes } from './inventories.routes.ts';
import { inventoryUses } from './inventories.uses.ts';
import { countInventories, findInventories, findItemNames, findScannedItems } from './inventories.view.ts';
import { inventoryOwner } from './inventory-owner.ts';
import { uomSheet } from './uoms.import.ts';

export { countInventories, hasCode, readInventory } from './inventories.view.ts';
export { hasSidesSql, isMeasuredSql } from './measured.ts';
export { createInventory } from './save-inventory.ts';

export const inventory = module({
  name: 'inventory',
  routes: inventoriesRoutes,
  // Two saves at the same time: each looked, and the other's record was not there yet.
  constraints: {
    inventories_sku_key: () => refused(30001),
    inventory_uoms_one_base: () => invalid('is_base', 'OnlyOneBaseUom'),
  },
  sheets: [inventorySheet, uomSheet],
  finders: { inventories: findInventories },
  nameFinders: { items: findItemNames },
  scanFinders: { items: findScannedItems },
  owners: { Inventory: inventoryOwner },
  uses: [inventoryUses],
  statistics: { inventory_count: countInventories },
});
