import { FBA_DOCUMENTS, type FbaDocumentName, shipmentCode } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { address } from '../../../test/address.ts';
import { readPdf } from '../../../test/pdf.ts';
import { readCodes } from '../../../test/scan.ts';
import type { PaperLine, PaperShipment, Stationery } from '../shipments/paper-shipment.ts';
import { boxContentText } from './box-content.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';
import { drawFbaPapers } from './fba-papers.ts';

const line = (id: number, sku: string, quantity: number): PaperLine => ({
  id,
  sku,
  name: `Thing ${id}`,
  sold: { sku, name: `Thing ${id}` },
  upc: '0852116004452',
  uom: 'Each',
  comment: '',
  quantity,
  fulfilled: 0,
  quarantined: 0,
  ordered: quantity,
  leftover: 0,
  kit: null,
  price: '2.5',
  remainder: '0',
  weight: 0.5,
  fulfilments: [],
  customs: { composition: '', value: '', origin: '', hs_code: '' },
});

const carton = (number: string, contents: PaperShipment['cartons'][number]['contents']) => ({
  number,
  own_number: '',
  length: 40,
  width: 30,
  height: 30,
  weight: 11.8,
  contents,
});

const shipment: PaperShipment = {
  id: 3417,
  direction: 'outbound',
  pt_number: 'PT-3417',
  order_type: 'Customer Order',
  reference: 'SO-31077',
  po: '',
  client: { company: 'Meridian Supplements', logo: '', address: address('Meridian Supplements') },
  relation: 'Amazon',
  ship_date: '2026-11-18',
  cancel_date: '',
  courier: { name: 'UPS', payment: 'prepaid', account: '' },
  waybill: '',
  incoterm: '',
  incoterm_place: '',
  carton_count: 0,
  payment_term: '',
  tax_rate: '0',
  shipping_addr: address('Amazon.com Services, Inc.'),
  billing_addr: address('Meridian Supplements'),
  invoice_number: '',
  invoice_date: null,
  bol_number: '',
  note: '',
  print_notes: [],
  // Two lines of an SKU.
  lines: [line(1, 'MS-CAP-VTC-60', 100), line(2, 'MS-CAP-VTD-60', 20), line(3, 'MS-CAP-VTC-60', 20)],
  ssccs: {},
  cartons: [
    carton('H2K9QA', [
      { line_id: 1, quantity: 76, expire: '2027-01-31' },
      { line_id: 3, quantity: 20, expire: '2027-01-31' },
    ]),
    carton('H2K9QB', [
      { line_id: 1, quantity: 24, expire: null },
      { line_id: 2, quantity: 20, expire: null },
    ]),
  ],
  stops: [],
};

const paper: FbaPaperShipment = {
  shipment,
  fbaId: 'FBA15K7QXW2M',
  warehouse: 'ONT8',
  codes: {
    'MS-CAP-VTC-60': { kind: 'FNSKU', value: 'X001UECQAX' },
    'MS-CAP-VTD-60': { kind: 'UPC', value: '847603044631' },
  },
};

const stationery: Stationery = {
  language: 'en',
  timezone: 'America/Los_Angeles',
  measure: 'metric',
  paper: 'letter',
  currency: 'USD',
  at: new Date('2026-11-18T16:00:00Z'),
  sender: { name: 'Harbour', address: ['100 Dock Road'] },
  logos: new Map(),
};

async function draw(name: FbaDocumentName, of: Partial<FbaPaperShipment> = {}, how: Partial<Stationery> = {}) {
  const shipments = [{ ...paper, ...of }];
  const file = await drawFbaPapers({ name, shipments, stationery: { ...stationery, ...how } });
  return readPdf(Buffer.from(file)).pages;
}
const textOf = (pages: Awaited<ReturnType<typeof draw>>) => pages.flatMap(({ text }) => text);

describe('the content of a box', () => {
  const [first, second] = shipment.cartons as [PaperShipment['cartons'][number], PaperShipment['cartons'][number]];
  test('units of an SKU are counted together, with their expiry', () =>
    expect(boxContentText(paper, first)).toEqual({ text: 'AMZN,PO:FBA15K7QXW2M,FNSKU:X001UECQAX,QTY:96,EXP:270131' }));
  test('several items, each by its own number', () =>
    expect(boxContentText(paper, second)).toEqual({
      text: 'AMZN,PO:FBA15K7QXW2M,FNSKU:X001UECQAX,QTY:24,UPC:847603044631,QTY:20',
    }));
  test.each([
    ['an item without a number', { codes: {} }, ['MS-CAP-VTC-60']],
    [
      'a number with a space',
      { codes: { 'MS-CAP-VTC-60': { kind: 'UPC', value: '8476 0304' } } as const },
      ['MS-CAP-VTC-60'],
    ],
    ['a shipment that does not exist there', { fbaId: '' }, []],
  ])('%s has none', (_what, given, missing) =>
    expect(boxContentText({ ...paper, ...given }, first)).toEqual({ missing }),
  );
});

test('a scanner reads the 2D barcode of each box, at 600 dpi and at that of a label printer', async () => {
  const pages = await draw('two-d-feed');
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [288, 432],
    [288, 432],
  ]);
  for (const dots of [600, 203])
    expect(await Promise.all(pages.map((page) => readCodes(page, dots)))).toEqual([
      ['PDF417 AMZN,PO:FBA15K7QXW2M,FNSKU:X001UECQAX,QTY:96,EXP:270131'],
      ['PDF417 AMZN,PO:FBA15K7QXW2M,FNSKU:X001UECQAX,QTY:24,UPC:847603044631,QTY:20'],
    ]);
  for (const { bars } of pages) {
    const widths = bars.map(({ width }) => width);
    // Amazon's smallest: modules of 0.020 inch, rows of three modules.
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(0.02 * 72 - 0.001);
    expect(Math.min(...bars.map(({ height }) => height))).toBeGreaterThanOrEqual(3 * 0.02 * 72 - 0.001);
    expect(Math.max(...bars.map(({ x, width }) => x + width))).toBeLessThanOrEqual(288);
    expect(Math.max(...bars.map(({ y, height }) => y + height))).toBeLessThanOrEqual(432);
  }
});

describe('a box whose content has no barcode says why', () => {
  const many = Array.from({ length: 60 }, (_, id) => line(id + 10, `SKU-${id}`, 1));
  const codes = Object.fromEntries(
    many.map(({ sku }, id) => [sku, { kind: 'FNSKU' as const, value: `X00AB${10_000 + id}` }]),
  );
  const full = carton(
    'H2K9QC',
    many.map(({ id }) => ({ line_id: id, quantity: 1, expire: null })),
  );
  test.each([
    ['too many items', { shipment: { ...shipment, lines: many, cartons: [full] }, codes }, /too many items/],
    ['an item without a number', { codes: {} }, /no number for MS-CAP-VTC-60/],
    ['no shipment there', { fbaId: '' }, /does not exist/],
  ])('%s', async (_what, given, message) => {
    const [page] = await draw('two-d-feed', given);
    expect(page?.bars).toEqual([]);
    expect(page?.text.join(' ')).toMatch(message);
  });
});

test.each(['shipment', 'shipment-sku', 'shipment/sm', 'shipment-sku/sm'] as const)(
  '%s has the code of the shipment',
  async (name) => {
    const [page] = await draw(name);
    expect(page && [page.width, page.height]).toEqual(name.endsWith('/sm') ? [288, 432] : [612, 792]);
    expect(await readCodes(page ?? { bars: [] }, 203)).toEqual([`Code128 ${shipmentCode(3417)}`]);
    expect(page?.text.join('|')).toContain('FBA15K7QXW2M');
  },
);

test('by SKU, units of several lines are one row', async () => {
  const text = textOf(await draw('shipment-sku'));
  expect(text.filter((part) => part === 'MS-CAP-VTC-60')).toHaveLength(1);
  expect(text).toContain('120');
});

test('the prep list has a barcode of the number that is stuck on each unit', async () => {
  const codes = (await Promise.all((await draw('prep')).map((page) => readCodes(page, 203)))).flat();
  expect(codes).toContain('Code128 X001UECQAX');
  expect(codes).toContain('Code128 847603044631');
});

describe('150 boxes with long and Chinese names', () => {
  const name = '杭州西湖龙井茶叶礼盒装，明前特级，二百五十克 with a degassing valve and a resealable zip '.repeat(3);
  const sku = 'VERY-LONG-SKU-WITH-MANY-PARTS-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456';
  const long = {
    ...shipment,
    client: { ...shipment.client, company: name },
    lines: [{ ...line(1, sku, 150), name }],
    cartons: Array.from({ length: 150 }, (_, n) => carton(`B${n}`, [{ line_id: 1, quantity: 1, expire: null }])),
  };
  test.each(FBA_DOCUMENTS.flatMap((each) => (['en', 'ch'] as const).map((language) => [each, language] as const)))(
    '%s in %s stays on its pages',
    async (each, language) => {
      const pages = await draw(each, { shipment: long, codes: {} }, { language });
      for (const { places, width, height } of pages)
        for (const { x, y } of places)
          expect([x >= 11, x <= width - 12, y >= 8, y <= height - 5]).toEqual(Array(4).fill(true));
      if (language === 'ch') expect(textOf(pages).join('')).toMatch(/第 \d+ 页|二维条码/);
    },
  );
});
