import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Uses } from '../../company/index.ts';
import { isMeasuredSql } from '../../inventory/index.ts';

const isThere = async (found: Promise<{ rows: readonly unknown[] }>) => (await found).rows.length > 0;

/** Plates have a unit of measure and are measured in the company's unit system. */
export const plateUses: Uses = {
  setting: {
    uom: (tx, { id }) => isThere(sql`select from licenses where uom_id = ${id} and ${inScope(tx)} limit 1`.execute(tx)),
  },
  sizes: (tx) => isThere(sql`select from licenses where ${isMeasuredSql('licenses')} limit 1`.execute(tx)),
};
