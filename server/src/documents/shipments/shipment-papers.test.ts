import { cartonCode, lineCode, PAPERS, type PaperName, shipmentCode } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { address } from '../../../test/address.ts';
import { type ReadPage, readPdf } from '../../../test/pdf.ts';
import { readCodes } from '../../../test/scan.ts';
import type { PaperLine, PaperShipment, Stationery } from './paper-shipment.ts';
import { openShipmentPapers } from './shipment-papers.ts';

const LABEL_PRINTER = 203;

const line = (id: number, fields: Partial<PaperLine> = {}): PaperLine => ({
  id,
  sku: `SKU-${id}`,
  name: `Thing ${id}`,
  sold: { sku: `SOLD-${id}`, name: `Sold ${id}` },
  upc: '0852116004452',
  uom: 'Each',
  comment: '',
  quantity: 4,
  fulfilled: 0,
  quarantined: 0,
  ordered: 6,
  leftover: 2,
  kit: null,
  price: '2.5',
  remainder: '0',
  weight: 0.5,
  fulfilments: [],
  customs: { composition: 'Coffee', value: '1.25', origin: 'Peru', hs_code: '0901.21' },
  ...fields,
});

const shipment: PaperShipment = {
  id: 104233,
  direction: 'outbound',
  pt_number: 'PT-1004',
  order_type: 'Customer Order',
  reference: 'SO-1',
  po: 'PO-7',
  client: { company: 'Kestrel Tea', logo: '', address: address('Kestrel Tea') },
  relation: 'Pine & Poppy',
  ship_date: '2026-11-16',
  cancel_date: '2026-11-20',
  courier: { name: 'FedEx', payment: 'prepaid', account: '' },
  waybill: '1Z999',
  incoterm: '',
  incoterm_place: '',
  carton_count: 0,
  payment_term: 'Net 30',
  tax_rate: '0.1',
  shipping_addr: address('Pine & Poppy'),
  billing_addr: address('Pine & Poppy, Books'),
  invoice_number: 'INV-1000',
  invoice_date: '2026-11-15',
  bol_number: '410001',
  note: '',
  print_notes: ['Keep dry'],
  lines: [line(1), line(2)],
  cartons: [],
  ssccs: {},
  stops: [],
};

const stationery: Stationery = {
  language: 'en',
  timezone: 'America/New_York',
  measure: 'imperial',
  paper: 'letter',
  currency: 'USD',
  at: new Date('2026-11-16T15:00:00Z'),
  sender: { name: 'Harbour', address: ['100 Dock Road'] },
  logos: new Map(),
};

async function draw(name: PaperName, fields: Partial<PaperShipment> = {}, how: Partial<Stationery> = {}) {
  const papers = await openShipmentPapers(name, { ...stationery, ...how });
  await papers.add({ ...shipment, ...fields });
  return readPdf(Buffer.from(await papers.finish())).pages;
}
const textOf = (pages: readonly ReadPage[]) => pages.flatMap(({ text }) => text);

const carton = (number: string, contents: PaperShipment['cartons'][number]['contents']) => ({
  number,
  own_number: '',
  length: 30,
  width: 20,
  height: 10,
  weight: 4.5,
  contents,
});
const packed = [
  carton('A1B2C3', [{ line_id: 1, quantity: 4, expire: '2027-03-01' }]),
  carton('XY12ZZ', [{ line_id: 2, quantity: 4, expire: null }]),
];

describe('at 203 dpi a scanner reads', () => {
  const own = shipmentCode(104233);
  const stop = { license: 'PLT-1', location: 'A-01-2', lot: '', expire: null, isDone: false, quantity: 4 };
  const stops = [
    { ...stop, line_id: 1 },
    { ...stop, line_id: 2 },
  ];
  test.each(PAPERS)('%s', async (name) => {
    const pages = await draw(name, { cartons: packed, stops });
    const codes = await Promise.all(pages.map((page) => readCodes(page, LABEL_PRINTER)));
    const expected: Partial<Record<PaperName, string[][]>> = {
      regular: [[`Code128 ${lineCode(1)}`, `Code128 ${lineCode(2)}`, `Code128 ${own}`]],
      controlled: [[`Code128 ${lineCode(1)}`, `Code128 ${lineCode(2)}`, `Code128 ${own}`]],
      'labels/mobile': [[`Code128 ${own}`, `QRCode ${own}`]],
      'labels/ctn': [
        [`Code128 ${cartonCode(104233, 'A1B2C3')}`, `QRCode ${own}`],
        [`Code128 ${cartonCode(104233, 'XY12ZZ')}`, `QRCode ${own}`],
      ],
    };
    expect(codes).toEqual(expected[name] ?? [[`Code128 ${own}`]]);
  });
});

test('a carton with an SSCC has it below its own code, whatever its address', async () => {
  const ssccs = { a1b2c3: '095212340000000013', xy12zz: '095212340000000020' };
  const long = { ...address('Pine & Poppy Wholesale and Retail Incorporated'), street2: 'Hall 7', street3: 'Door 12' };
  const pages = await draw('labels/ctn', { cartons: packed, ssccs, shipping_addr: long });
  const codes = await Promise.all(pages.map((page) => readCodes(page, LABEL_PRINTER)));
  const own = `QRCode ${shipmentCode(104233)}`;
  expect(codes).toEqual([
    ['Code128 (00)095212340000000013', `Code128 ${cartonCode(104233, 'A1B2C3')}`, own],
    ['Code128 (00)095212340000000020', `Code128 ${cartonCode(104233, 'XY12ZZ')}`, own],
  ]);
  expect(pages.map(({ text }) => text.at(-1))).toEqual(['(00) 0 9521234 000000001 3', '(00) 0 9521234 000000002 0']);
  for (const { bars, places, height } of pages) {
    const top = Math.min(...bars.map(({ y }) => y));
    const carton = pages[0]?.text.indexOf('Carton 1 of 2') ?? 0;
    expect(Math.max(...places.slice(0, carton).map(({ y }) => y))).toBeLessThan(top + 4);
    expect(Math.max(...places.map(({ y }) => y))).toBeLessThan(height);
  }
});

describe('200 lines with long and Chinese names', () => {
  const name = '杭州西湖龙井茶叶礼盒装，明前特级，二百五十克 with a degassing valve and a resealable zip '.repeat(3);
  const sku = 'VERY-LONG-SKU-WITH-MANY-PARTS-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456';
  const lines = Array.from({ length: 200 }, (_, n) => line(n + 1, { name, sku, sold: { sku, name } }));
  const contents = lines.map(({ id, quantity }) => ({ line_id: id, quantity, expire: null }));
  const place = { license: 'P'.repeat(64), location: 'A-01-2', lot: 'L'.repeat(64), expire: '2027-03-01' };
  const stops = lines.map(({ id, quantity }) => ({ ...place, line_id: id, quantity, isDone: false }));

  /** Labels are no tables: a page for each carton, or one for the shipment. */
  const forms = PAPERS.filter((paper) => !paper.startsWith('labels/'));
  test.each(forms.flatMap((paper) => (['en', 'ch'] as const).map((language) => [paper, language] as const)))(
    '%s in %s',
    async (paper, language) => {
      const client = { ...shipment.client, company: name };
      const cartons = [carton('A1B2C3', contents)];
      const pages = await draw(paper, { lines, stops, cartons, client, print_notes: [name.repeat(20)] }, { language });
      for (const { places, width, height, text } of pages) {
        // Nothing begins beyond the margins.
        for (const { x, y } of places)
          expect([x >= 35, x <= width - 36, y >= 20, y <= height - 35]).toEqual(Array(4).fill(true));
        expect(text.at(-1)).toMatch(language === 'ch' ? /^第 \d+ 页，共 \d+ 页$/ : /^Page \d+ of \d+$/);
      }
      const isSku = (part: string) => part.startsWith('VERY-LONG');
      // No row is lost, and every page with rows has their headings.
      expect(textOf(pages).filter(isSku)).toHaveLength(200);
      for (const { text } of pages) expect(text.includes('SKU')).toBe(text.some(isSku));
      expect(pages.length).toBeGreaterThan(10);
    },
  );
});

test('a controlled ticket tells where to take what, and what was not found', async () => {
  const stop = { license: 'PLT-1', location: 'A-01-2', lot: 'L7', expire: '2027-03-01', isDone: false };
  const [page] = await draw('controlled', { stops: [{ ...stop, line_id: 1, quantity: 3 }] });
  expect(page?.text).toEqual(expect.arrayContaining(['A-01-2', 'PLT-1', 'SKU-1', 'L7', 'Expires Mar 01, 2027', '3']));
  const missing = page?.text.indexOf('No place found in stock') ?? -1;
  expect(page?.text.slice(missing + 4, missing + 10)).toEqual(['SKU-1', 'Thing 1', '1', 'SKU-2', 'Thing 2', '4']);
});

test('an invoice adds up: amounts as the order has them, tax and total rounded to cents', async () => {
  const [page] = await draw('invoice', {
    lines: [line(1, { price: '0.3333', quantity: 3, remainder: '0.0001' }), line(2)],
  });
  expect(page?.text).toEqual(
    expect.arrayContaining([
      'INV-1000',
      'Nov 15, 2026',
      'SOLD-1',
      '$0.3333',
      '$1.00',
      '$10.00',
      '$11.00',
      'Tax 10 %',
      '$1.10',
      '$12.10',
    ]),
  );
  expect(page?.text).not.toContain('Rounding');
  const yen = await draw('invoice', {}, { currency: 'JPY', language: 'ch' });
  expect(textOf(yen)).toContain('合计 JPY');
});

test.each(['invoice', 'custom_ci'] as const)(
  'the amounts of lines of %s are rounded, and add up with a line that says so',
  async (kind) => {
    const customs = { ...line(1).customs, value: '0.006' };
    const lines = [1, 2].map((n) => line(n, { price: '0.006', quantity: 1, remainder: '0', customs }));
    const [page] = await draw(kind, { lines, tax_rate: '0' });
    expect(page?.text.filter((text) => text === '$0.006')).toHaveLength(2);
    expect(page?.text.filter((text) => text === '$0.01').length).toBeGreaterThanOrEqual(3);
    const at = page?.text.indexOf('Rounding') ?? -1;
    expect(page?.text.slice(at - 1, at + 1)).toEqual(['−$0.01', 'Rounding']);
  },
);

test('a commercial invoice states values, codes, origin, weight, and the Incoterm or room for it', async () => {
  const [page] = await draw('custom_ci', { cartons: packed });
  expect(page?.text).toEqual(
    expect.arrayContaining([
      'Coffee',
      '0901.21',
      'Peru',
      '$1.25',
      '$5.00',
      'Incoterm',
      'Gross weight',
      '9 lb',
      'Total USD',
      '$10.00',
    ]),
  );
  expect(page?.text).toContain('____________');
  const chosen = textOf(await draw('custom_ci', { incoterm: 'DAP', incoterm_place: '多伦多 Toronto' }));
  expect(chosen).toContain('DAP 多伦多 Toronto');
  expect(chosen).not.toContain('____________');
  const noted = textOf(await draw('custom_ci', { print_notes: ['Keep dry'] }));
  expect(noted).toContain('Keep dry');
  expect(noted.join(' ')).toContain('true and correct');
});

describe('an address with only the code of its country', () => {
  // As an imported order and a client's own address have it.
  const german = { ...address('Kaffee Kontor'), country: '', country_code: 'DE' };
  const fields = {
    shipping_addr: german,
    billing_addr: german,
    client: { ...shipment.client, address: { ...german, country_code: 'AT' } },
  };

  test.each(PAPERS.filter((paper) => paper !== 'labels/mobile'))(
    '%s names the country in the language of the reader',
    async (paper) => {
      expect(textOf(await draw(paper, fields))).toContain('Germany');
      expect(textOf(await draw(paper, fields, { language: 'ch' }))).toContain('德国');
    },
  );
  test('also that of the exporter', async () => {
    expect(textOf(await draw('custom_ci', fields))).toContain('Austria');
  });
});

test.each(['packing', 'packing/carton', 'packing/kit-only'] as const)(
  '%s leaves out lines of 0 units',
  async (paper) => {
    const text = textOf(await draw(paper, { lines: [line(1), line(2, { quantity: 0 })] })).join('|');
    expect(text).toContain('SOLD-1');
    expect(text).not.toContain('-2|');
  },
);

test('kits are listed instead of their components; what is beyond complete kits stays', async () => {
  const kit = { id: 9, sku: 'KIT', name: 'Gift box', kits: 3, parts: 2 };
  const lines = [line(1, { kit, ordered: 6, quantity: 5 }), line(2, { kit, ordered: 3, quantity: 2 }), line(3)];
  const pages = await draw('packing/kit-only', { lines });
  const rows = textOf(pages).join('|');
  expect(rows).toContain('KIT|Gift box|2|');
  expect(rows).toContain('SOLD-1|Sold 1|Kit KIT × 3|0852116004452|1|');
  expect(rows).not.toContain('SOLD-2');
  // Without one of its components there is no kit.
  const part = textOf(await draw('packing/kit-only', { lines: [line(1, { kit, ordered: 6, quantity: 4 })] })).join('|');
  expect(part).toContain('SOLD-1|Sold 1|Kit KIT × 3|0852116004452|4|');
  expect(part).not.toContain('Gift box|');
});

test('cartons that are not packed are labelled by their number', async () => {
  const pages = await draw('labels/ctn', { carton_count: 3 });
  expect(pages.map(({ text }) => text.find((part) => part.startsWith('Carton ')))).toEqual([
    'Carton 1 of 3',
    'Carton 2 of 3',
    'Carton 3 of 3',
  ]);
  expect(await readCodes(pages[2] ?? { bars: [] }, LABEL_PRINTER)).toEqual([
    `Code128 ${cartonCode(104233, 3)}`,
    `QRCode ${shipmentCode(104233)}`,
  ]);
});

test('an inbound shipment has receiving papers, without a number of a bill of lading', async () => {
  const lines = [
    line(1, {
      fulfilled: 4,
      quarantined: 1,
      fulfilments: [{ quantity: 4, license: 'PLT-9', location: '', lot: '', expire: null, serial: '' }],
    }),
  ];
  const [report] = await draw('report', { direction: 'inbound', bol_number: '', lines });
  expect(report?.text).toEqual(expect.arrayContaining(['Receiving report', 'PLT-9', 'In quarantine']));
  const [ticket] = await draw('regular', { direction: 'inbound', lines });
  expect(ticket?.text).toEqual(expect.arrayContaining(['Receiving ticket', 'Ship from']));
  expect(ticket?.text).not.toContain('Ship to');
});

test.each(['labels/ctn', 'packing/carton'] as const)('%s tells of every carton that it has drawn', async (name) => {
  const papers = await openShipmentPapers(name, stationery);
  let drawn = 0;
  await papers.add({ ...shipment, cartons: packed }, async () => void drawn++);
  expect([packed.length, drawn]).toEqual([2, 2]);
});

test.each(['en', 'ch'] as const)(
  'a receiving ticket has a code for each line that is still to come, in %s',
  async (language) => {
    const [page] = await draw(
      'controlled',
      { direction: 'inbound', lines: [line(2147483647)] },
      { language, measure: 'metric' },
    );
    expect(await readCodes(page ?? { bars: [] }, LABEL_PRINTER)).toEqual([
      `Code128 ${lineCode(2147483647)}`,
      `Code128 ${shipmentCode(104233)}`,
    ]);
  },
);

test('a commercial invoice marks a value, HS code or origin that is missing', async () => {
  const bare = line(1, { customs: { composition: '', value: '0', origin: '', hs_code: '' } });
  const text = textOf(await draw('custom_ci', { lines: [bare, line(2)] }));
  expect(text.filter((part) => part === 'Missing')).toHaveLength(3);
  expect(textOf(await draw('custom_ci'))).not.toContain('Missing');
});
