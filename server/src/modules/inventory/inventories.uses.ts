import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Uses } from '../company/index.ts';
import { isMeasuredSql } from './measured.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Items are counted in units of measure and measured in the company's unit system. */
export const inventoryUses: Uses = {
  setting: {
    uom: (tx, { id }) =>
      isThere(sql`select from inventory_uoms where uom_id = ${id} and ${inScope(tx)} limit 1`.execute(tx)),
  },
  sizes: (tx) => isThere(sql`select from inventory_uoms where ${isMeasuredSql('inventory_uoms')} limit 1`.execute(tx)),
};
