import { flagField, moneyField, sheetColumn as sheet, textField } from '../kit/fields.ts';
import { required, text } from '../kit/scalars.ts';

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
    sheet: sheet('SKU', 'sheets.Inventory.sku', 'KC-SUM-250'),
  }),
  name: textField(required('ItemNameIsRequired'), {
    label: 'inventory.name',
    sort: true,
    condition: true,
    column: {},
    exported: 'Name',
    sheet: sheet('Name', 'sheets.Inventory.name', 'Sumatra Mandheling, whole bean 250 g'),
  }),
  upc: textField(text(64), {
    label: 'inventory.upc',
    sort: true,
    condition: true,
    column: { mono: true, width: 128 },
    exported: 'UPC',
    sheet: sheet('UPC', 'sheets.Inventory.upc', '0852116004452'),
    fact: code,
  }),
  description: textField(text(2000), {
    label: 'inventory.description',
    condition: true,
    row: true,
    sheet: sheet('Description', 'sheets.Inventory.description'),
    fact: { wide: true },
  }),
  cost: moneyField({
    label: 'inventory.cost',
    row: true,
    exported: 'Cost',
    sheet: sheet('Cost', 'sheets.Inventory.cost', 5.4),
  }),
  selling: moneyField({
    label: 'inventory.selling',
    row: true,
    exported: 'Selling',
    sheet: sheet('Selling', 'sheets.Inventory.selling', 9.9),
  }),
  msrp: moneyField({
    label: 'inventory.msrp',
    row: true,
    exported: 'MSRP',
    sheet: sheet('MSRP', 'sheets.Inventory.msrp', 14.5),
  }),
  barcode_1: textField(text(64), {
    label: 'inventory.barcode1',
    condition: true,
    sheet: sheet('Barcode1', 'sheets.Inventory.barcode_1', 'KCS250-26'),
    fact: code,
  }),
  barcode_2: textField(text(64), {
    label: 'inventory.barcode2',
    condition: true,
    sheet: sheet('Barcode2', 'sheets.Inventory.barcode_2'),
    fact: code,
  }),
  custom_1: textField(text(), {
    label: 'inventory.custom1',
    condition: true,
    sheet: sheet('Custom1', 'sheets.Inventory.custom_1', 'Roast 4 of 5'),
    fact: {},
  }),
  custom_2: textField(text(), {
    label: 'inventory.custom2',
    condition: true,
    sheet: sheet('Custom2', 'sheets.Inventory.custom_2'),
    fact: {},
  }),
  custom_3: textField(text(), {
    label: 'inventory.custom3',
    condition: true,
    sheet: sheet('Custom3', 'sheets.Inventory.custom_3'),
    fact: {},
  }),
  hs_code: textField(text(32), {
    label: 'inventory.hsCode',
    part: 'international',
    condition: true,
    sheet: sheet('HSCode', 'sheets.Inventory.hs_code', '0901.21'),
    fact: { copy: true },
  }),
  custom_value: moneyField({
    label: 'inventory.customsValue',
    part: 'international',
    sheet: sheet('CustomValue', 'sheets.Inventory.custom_value', 5.4),
    fact: {},
  }),
  origin: textField(text(64), {
    label: 'inventory.origin',
    part: 'international',
    condition: true,
    sheet: sheet('Origin', 'sheets.Inventory.origin', 'Indonesia'),
    fact: {},
  }),
  composition: textField(text(), {
    label: 'inventory.composition',
    part: 'international',
    sheet: sheet('Composition', 'sheets.Inventory.composition', 'Coffee, roasted'),
    fact: {},
  }),
  lot: flagField(0, {
    label: 'inventory.lotControl',
    part: 'config',
    sheet: sheet('Lot', 'sheets.Inventory.lot', 1),
  }),
  serial: flagField(0, {
    label: 'inventory.serialControl',
    part: 'config',
    sheet: sheet('Serial', 'sheets.Inventory.serial', 0),
  }),
  is_active: flagField(1, {
    label: 'inventory.status',
    column: { width: 104 },
    exported: 'Status',
    sheet: sheet('Status', 'sheets.Inventory.is_active', 1),
  }),
};
