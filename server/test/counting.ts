import { api, type Count, type CountInput, type CountLine } from '@longshore/contract';
import { writeXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { stockChecks } from '../src/modules/stock/index.ts';
import { staffScope } from '../src/platform/database/tx.ts';
import type { Caller, TestApp } from './harness.ts';

/** One row of a filled-in sheet, by its headings. */
export type Filled = Record<string, string | number | Date>;

/** Helpers for count tests: stock, sheets, and timestamps that are shifted back afterwards. */
export interface Counting {
  item(quantity: number, more?: { plate?: string; lot?: 1; serial?: 1 }): Promise<{ id: number; sku: string }>;
  plate(): Promise<string>;
  adjust(inventoryId: number, qty: number, license?: string): Promise<void>;
  make(input: Partial<CountInput>): Promise<Count>;
  upload(rows: Filled[], fields?: Record<string, string>): ReturnType<Caller['upload']>;
  /** A count of one item, filled in with one quantity. */
  counted(sku: string, figure: Filled): Promise<Count>;
  lines(countId: number): Promise<CountLine[]>;
  post(countId: number): Promise<Count>;
  /** Moves the item's latest movement so many minutes into the past. */
  movedAgo(inventoryId: number, minutes: number): Promise<void>;
  sheetAgo(countId: number, minutes: number): Promise<void>;
  inStock(inventoryId: number): Promise<number>;
  assertSound(): Promise<void>;
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let made = 0;

export function counting(app: TestApp, staff: Caller): Counting {
  const { owner } = app.database;
  const adjust = async (inventory_id: number, qty: number, license = '') => {
    await staff.ok(api.stock.adjust, { body: { inventory_id, qty, license } });
  };
  const make: Counting['make'] = (input) => staff.ok(api.counts.create, { body: { client_id: 1, ...input } });
  const upload: Counting['upload'] = async (rows, fields = {}) => {
    const headings = [...new Set(rows.flatMap(Object.keys))];
    const cells = rows.map((row) => headings.map((heading) => row[heading] ?? ''));
    const file = await writeXlsx({ sheets: [{ name: 'Count', rows: [headings, ...cells] }] });
    const params = { type: 'CountSheet' } as const;
    return staff.upload(api.records.importExcel, { params, file, fields: { client_id: '1', ...fields } });
  };
  return {
    adjust,
    make,
    upload,
    async counted(sku, figure) {
      const count = await make({ item: sku });
      const { data } = await upload([{ Count: count.id, SKU: sku, ...figure }]);
      expect(data).toMatchObject({ success: 1, errors: [] });
      return count;
    },
    async item(quantity, { plate = '', lot, serial } = {}) {
      const sku = `CNT-${++made}`;
      const { id } = await staff.ok(api.inventories.create, {
        body: { type: 'Item', sku, name: 'Counted thing', config: { lot: lot ?? 0, serial: serial ?? 0 } },
      });
      if (quantity) await adjust(id, quantity, plate);
      return { id, sku };
    },
    async plate() {
      const license = `CNT-P${++made}`;
      await staff.ok(api.licenses.create, { body: { license, client_id: 1, uom_id: 1 } });
      return license;
    },
    async lines(countId) {
      const query = { filter_by: { count_id: [String(countId)] }, per_page: 100 };
      return (await staff.ok(api.counts.lines, { query })).records;
    },
    post: (id) => staff.ok(api.counts.post, { params: { id } }),
    async movedAgo(inventoryId, minutes) {
      await owner('update movements set at = $2 where id = (select max(id) from movements where inventory_id = $1)', [
        inventoryId,
        minutesAgo(minutes),
      ]);
    },
    async sheetAgo(countId, minutes) {
      await owner('update counts set sheet_at = $2 where id = $1', [countId, minutesAgo(minutes)]);
    },
    async inStock(id) {
      return (await staff.ok(api.inventories.get, { params: { id } })).in_stock ?? 0;
    },
    async assertSound() {
      for (const check of stockChecks) expect(await app.app.open(staffScope, check.broken), check.name).toEqual([]);
    },
  };
}
