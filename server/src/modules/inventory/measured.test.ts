import { hasSides, isMeasured, NOT_MEASURED, type Sizes } from '@longshore/contract';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/harness.ts';
import { sql } from '../../platform/database/sql.ts';
import { staffScope } from '../../platform/database/tx.ts';
import { hasSidesSql, isMeasuredSql } from './measured.ts';

const values = [NOT_MEASURED, 2.5];
const every: Sizes[] = values.flatMap((length) =>
  values.flatMap((width) =>
    values.flatMap((height) => values.map((weight): Sizes => ({ length, width, height, weight }))),
  ),
);

test('queries and the contract agree on what was never measured', async () => {
  const it = await testApp();
  const { rows } = await it.app.open(staffScope, (tx) =>
    sql<{ has_sides: boolean; is_measured: boolean }>`
      select ${hasSidesSql('s')} as has_sides, ${isMeasuredSql('s')} as is_measured
      from rows from (json_to_recordset(${JSON.stringify(every)}::json)
        as (length numeric, width numeric, height numeric, weight numeric)) with ordinality
        s (length, width, height, weight, n) order by n`.execute(tx),
  );
  expect(rows).toEqual(every.map((sizes) => ({ has_sides: hasSides(sizes), is_measured: isMeasured(sizes) })));
});
