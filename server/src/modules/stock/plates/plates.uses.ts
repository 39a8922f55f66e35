import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Uses } from '../../company/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Plates have a unit of measure and are measured in the company's unit system; a size of 1 means not measured. */
export const plateUses: Uses = {
  setting: {
    uom: (tx, { id }) => isThere(sql`select from licenses where uom_id = ${id} and ${inScope(tx)} limit 1`.execute(tx)),
  },
  sizes: (tx) =>
    isThere(
      sql`select from licenses where weight <> 1 or length <> 1 or width <> 1 or height <> 1 limit 1`.execute(tx),
    ),
};
