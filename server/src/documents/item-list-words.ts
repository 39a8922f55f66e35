import type { Language } from '@longshore/contract';

/** Texts of a printed item list, the same words as on the screens. */
export interface ItemListWords {
  title: string;
  types: Record<'Item' | 'Kit', string>;
  active: string;
  disabled: string;
  notApplicable: string;
  join: string;
  and: string;
  or: string;
  search: (words: string) => string;
  filter: (name: string, values: string) => string;
  condition: (name: string, operator: string, value: string) => string;
  rows: (count: string) => string;
  first: (shown: string, total: string) => string;
  firstOfMore: (shown: string, total: string) => string;
  /** Columns and condition fields. */
  fields: Record<string, string>;
  operators: Record<string, string>;
  /** Date formats. */
  dated: Record<string, string>;
}

const en: ItemListWords = {
  title: 'Inventory',
  types: { Item: 'Item', Kit: 'Kit' },
  active: 'Active',
  disabled: 'Disabled',
  notApplicable: 'NA',
  join: ', ',
  and: ' and ',
  or: ' or ',
  search: (words) => `Search: ${words}`,
  filter: (name, values) => `${name}: ${values}`,
  condition: (name, operator, value) => `${name} ${operator} ${value}`,
  rows: (count) => `Rows: ${count}`,
  first: (shown, total) => `The first ${shown} of ${total}`,
  firstOfMore: (shown, total) => `The first ${shown} of more than ${total}`,
  fields: {
    type: 'Type',
    sku: 'SKU',
    base_uom: 'UOM',
    name: 'Name',
    upc: 'UPC',
    in_stock: 'Total',
    reserved: 'Reserve',
    available: 'Available',
    is_active: 'Status',
    updated_at: 'Updated at',
    description: 'Description',
    barcode_1: 'Barcode 1',
    barcode_2: 'Barcode 2',
    custom_1: 'Custom 1',
    custom_2: 'Custom 2',
    custom_3: 'Custom 3',
    hs_code: 'HS code',
    origin: 'Origin',
    'categories.name': 'Category',
    'lots.lot_number': 'Lot',
    'lots.expire_date': 'Expires',
    'licenses.license': 'Plate',
  },
  operators: { '=': 'is', '>': 'above', '<': 'below', '>=': 'from', '<=': 'up to', contain: 'includes' },
  dated: { '>': 'after', '<': 'before' },
};

const ch: ItemListWords = {
  title: '库存',
  types: { Item: '商品', Kit: '套装' },
  active: '启用',
  disabled: '停用',
  notApplicable: '不适用',
  join: '、',
  and: '，且',
  or: '，或',
  search: (words) => `搜索：${words}`,
  filter: (name, values) => `${name}：${values}`,
  condition: (name, operator, value) => `${name}${operator} ${value}`,
  rows: (count) => `共 ${count} 行`,
  first: (shown, total) => `共 ${total} 行，此处为前 ${shown} 行`,
  firstOfMore: (shown, total) => `共 ${total} 行以上，此处为前 ${shown} 行`,
  fields: {
    type: '类型',
    sku: 'SKU',
    base_uom: '计量单位',
    name: '名称',
    upc: 'UPC',
    in_stock: '总量',
    reserved: '预留',
    available: '可用',
    is_active: '状态',
    updated_at: '更新日期',
    description: '说明',
    barcode_1: '条码 1',
    barcode_2: '条码 2',
    custom_1: '自定义 1',
    custom_2: '自定义 2',
    custom_3: '自定义 3',
    hs_code: 'HS 编码',
    origin: '原产地',
    'categories.name': '分类',
    'lots.lot_number': '批号',
    'lots.expire_date': '到期日',
    'licenses.license': '托盘标签',
  },
  operators: { '=': '为', '>': '大于', '<': '小于', '>=': '不低于', '<=': '不高于', contain: '包含' },
  dated: { '>': '晚于', '<': '早于', '>=': '不早于', '<=': '不晚于' },
};

export const itemListWords: Record<Language, ItemListWords> = { en, ch };
