import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Uses } from '../company/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Items are counted in units of measure and measured in the company's system; a size of 1 is nobody's measurement. */
export const inventoryUses: Uses = {
  setting: {
    uom: (tx, { id }) =>
      isThere(sql`select from inventory_uoms where uom_id = ${id} and ${inScope(tx)} limit 1`.execute(tx)),
  },
  sizes: (tx) =>
    isThere(
      sql`select from inventory_uoms where weight <> 1 or length <> 1 or width <> 1 or height <> 1 limit 1`.execute(tx),
    ),
};
