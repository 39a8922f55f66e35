import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export { inventorySheet } from './inventories.import.ts';
export { inventoriesRoutes } from './inventories.routes.ts';
export { inventoryUses } from './inventories.uses.ts';
export { countInventories, findInventories, readInventory } from './inventories.view.ts';
export { inventoryOwner } from './inventory-owner.ts';
export { uomSheet } from './uoms.import.ts';

/** Two saves at once: what each looked for was not there yet. */
export const inventoryConstraints: ConstraintProblems = {
  inventories_sku_key: () => refused(30001),
  inventory_uoms_one_base: () => invalid('is_base', 'OnlyOneBaseUom'),
};
