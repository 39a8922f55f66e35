import { flagField, moneyField, type SheetColumn, textField } from '../kit/fields.ts';
import { required, text } from '../kit/scalars.ts';

const sheet = (heading: string, en: string, ch: string, example: string | number = ''): SheetColumn => ({
  heading,
  note: { en, ch },
  example,
});

const code = { mono: true, copy: true } as const;

/**
 * The fields of items and kits that are saved as they are sent, in the order of the import sheet. Each is declared here
 * and nowhere else: schemas, list, export, import, columns of the table, history, labels and facts are derived
 * (decision 0023). A new field also needs its column in a migration, its place in the form and its texts.
 */
export const inventoryFields = {
  sku: textField(required('SkuIsRequired', 64), {
    label: 'inventory.sku',
    sort: true,
    condition: true,
    column: { mono: true, width: 130 },
    exported: 'SKU',
    sheet: sheet(
      'SKU',
      'SKU or IID must be given. An existing SKU is updated, in the columns that the file has; each item may stand in it once.',
      'SKU 与 IID 至少填写一项。已有的 SKU 会被更新，只更新文件中有的列；每个商品在文件中只能出现一次。',
      'KC-SUM-250',
    ),
  }),
  name: textField(required('ItemNameIsRequired'), {
    label: 'inventory.name',
    sort: true,
    condition: true,
    column: {},
    exported: 'Name',
    sheet: sheet('Name', 'Required.', '必填。', 'Sumatra Mandheling, whole bean 250 g'),
  }),
  upc: textField(text(64), {
    label: 'inventory.upc',
    sort: true,
    condition: true,
    column: { mono: true, width: 118 },
    exported: 'UPC',
    sheet: sheet('UPC', 'As text, so that leading zeros stay.', '按文本填写，以保留开头的零。', '0852116004452'),
    fact: code,
  }),
  description: textField(text(2000), {
    label: 'inventory.description',
    condition: true,
    row: true,
    sheet: sheet('Description', 'Anything else one should know.', '其他需要说明的内容。'),
    fact: { wide: true },
  }),
  cost: moneyField({
    label: 'inventory.cost',
    row: true,
    exported: 'Cost',
    sheet: sheet('Cost', 'What it costs, at most 4 decimals.', '成本，最多 4 位小数。', 5.4),
  }),
  selling: moneyField({
    label: 'inventory.selling',
    row: true,
    exported: 'Selling',
    sheet: sheet('Selling', 'What it sells for.', '售价。', 9.9),
  }),
  msrp: moneyField({
    label: 'inventory.msrp',
    row: true,
    exported: 'MSRP',
    sheet: sheet('MSRP', "The maker's price.", '厂商建议零售价。', 14.5),
  }),
  barcode_1: textField(text(64), {
    label: 'inventory.barcode1',
    condition: true,
    sheet: sheet('Barcode1', 'Another code on the item, for scans.', '商品上的另一个条码，供扫描。', 'KCS250-26'),
    fact: code,
  }),
  barcode_2: textField(text(64), {
    label: 'inventory.barcode2',
    condition: true,
    sheet: sheet('Barcode2', 'One more.', '再一个条码。'),
    fact: code,
  }),
  custom_1: textField(text(), {
    label: 'inventory.custom1',
    condition: true,
    sheet: sheet('Custom1', 'A value of your own.', '自定义的值。', 'Roast 4 of 5'),
    fact: {},
  }),
  custom_2: textField(text(), {
    label: 'inventory.custom2',
    condition: true,
    sheet: sheet('Custom2', 'A value of your own.', '自定义的值。'),
    fact: {},
  }),
  custom_3: textField(text(), {
    label: 'inventory.custom3',
    condition: true,
    sheet: sheet('Custom3', 'A value of your own.', '自定义的值。'),
    fact: {},
  }),
  hs_code: textField(text(32), {
    label: 'inventory.hsCode',
    part: 'international',
    condition: true,
    sheet: sheet('HSCode', 'Customs tariff number.', '海关税则号。', '0901.21'),
    fact: { copy: true },
  }),
  custom_value: moneyField({
    label: 'inventory.customsValue',
    part: 'international',
    sheet: sheet('CustomValue', 'Value declared to customs.', '向海关申报的价值。', 5.4),
    fact: {},
  }),
  origin: textField(text(64), {
    label: 'inventory.origin',
    part: 'international',
    condition: true,
    sheet: sheet('Origin', 'Country of origin.', '原产国。', 'Indonesia'),
    fact: {},
  }),
  composition: textField(text(), {
    label: 'inventory.composition',
    part: 'international',
    sheet: sheet('Composition', 'What it is made of.', '成分或材质。', 'Coffee, roasted'),
    fact: {},
  }),
  lot: flagField(0, {
    label: 'inventory.lotControl',
    part: 'config',
    sheet: sheet(
      'Lot',
      '1 when received by lot, else 0. Items only; fixed while there is stock.',
      '按批号收货填 1，否则填 0。仅限商品；有库存时不可更改。',
      1,
    ),
  }),
  serial: flagField(0, {
    label: 'inventory.serialControl',
    part: 'config',
    sheet: sheet(
      'Serial',
      '1 when received by serial number, else 0. Items only; fixed while there is stock.',
      '按序列号收货填 1，否则填 0。仅限商品；有库存时不可更改。',
      0,
    ),
  }),
  is_active: flagField(1, {
    label: 'inventory.status',
    column: { width: 104 },
    exported: 'Status',
    sheet: sheet(
      'Status',
      '1 active, 0 disabled; anything but 0 means active.',
      '1 启用，0 停用；除 0 外均为启用。',
      1,
    ),
  }),
};
