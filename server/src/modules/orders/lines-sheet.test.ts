import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { givenOrders } from '../../../test/orders.ts';
import { readSpreadsheet } from '../../documents/spreadsheet.ts';

const { orders } = api;
const { it, client, other, reader, item, kitOf, make } = await givenOrders();

const sheetOf = async (id: number) => {
  const { status, bytes, headers } = await reader.call(orders.linesSheet, { params: { id } });
  expect(status).toBe(200);
  expect(headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="OrderLines-${id}-\\d{4}-\\d\\d-\\d\\d\\.xlsx"$`),
  );
  const { headings, rows } = await readSpreadsheet(bytes, 100);
  return { headings, rows: rows.map((row) => Object.fromEntries(headings.map((name, at) => [name, row[at]]))) };
};

test('the lines of an outbound order as its page shows them, kits by their components', async () => {
  const [tea, cup] = [await item({ upc: '0852', selling: '3' }), await item({ selling: '1' })];
  const kit = await kitOf([cup.id, 2]);
  const order = await make({
    lines: [
      { inventory_id: tea.id, quantity: 4, price: '1.2345', comment: 'green' },
      { inventory_id: kit.id, quantity: 3 },
    ],
  });
  const { headings, rows } = await sheetOf(order.id);
  expect(headings).toEqual([
    'Line',
    'Sku',
    'Name',
    'UPC',
    'UOM',
    'KitSku',
    'Kits',
    'Ordered',
    'Shipped',
    'Available',
    'Leftover',
    'Cancelled',
    'Price',
    'Total',
    'Comment',
  ]);
  expect(rows).toMatchObject([
    {
      Line: '1',
      Sku: tea.sku,
      UPC: '0852',
      Ordered: '4',
      Leftover: '4',
      Price: '1.2345',
      Total: '4.938',
      Comment: 'green',
    },
    { Line: '2', Sku: cup.sku, KitSku: kit.sku, Kits: '3', Ordered: '6', Total: '30' },
  ]);
});

test('those of an inbound order, and none of another client', async () => {
  const { id } = await it.given.order(client, 'Vendor Order');
  const { headings } = await sheetOf(id);
  expect(headings).toEqual(expect.arrayContaining(['Pristine', 'Quarantined']));
  expect(headings).not.toContain('Available');
  expect((await other.call(orders.linesSheet, { params: { id } })).status).toBe(404);
});
