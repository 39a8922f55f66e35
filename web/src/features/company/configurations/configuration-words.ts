import type { PlainKey } from '../../../lib/text/text.ts';
import { labelsUnder } from '../../../ui/fields.ts';

/** The company's lists, as named in the address and in the order of the menu. */
export const LISTS = ['couriers', 'taxes', 'terms', 'packages', 'uoms'] as const;
export type ListName = (typeof LISTS)[number];

export const isList = (word: string): word is ListName => LISTS.some((list) => list === word);

export const listPath = (list: ListName) => `/configurations/${list}`;

/** Labels of the fields, for tables and forms. */
export const labels = {
  name: 'configurations.name',
  client_id: 'configurations.client',
  account: 'configurations.account',
  payment_method: 'configurations.payment',
  billing_zip: 'configurations.billingZip',
  billing_country_code: 'configurations.billingCountry',
  ss_mapping_carrier: 'configurations.ssCarrier',
  ss_mapping_service: 'configurations.ssService',
  ss_mapping_package: 'configurations.ssPackage',
  shippo_id: 'configurations.shippoId',
  shippo_service: 'configurations.shippoService',
  shippo_address_id: 'configurations.shippoAddress',
  flex_service: 'configurations.flexService',
  label_rule: 'configurations.labelRule',
  is_active: 'configurations.active',
  rate: 'configurations.rate',
  description: 'configurations.description',
  length: 'configurations.length',
  width: 'configurations.width',
  height: 'configurations.height',
  weight: 'configurations.weight',
} as const satisfies Record<string, PlainKey>;

const { name, is_active, rate, description, length, width, height, weight, ...courier } = labels;

/** Labels for the company's history: each record of these lists by name, then its changed fields. */
export const configurationTraceLabels = {
  courier: 'configurations.one.couriers',
  ...labelsUnder('courier', { name, is_active, ...courier }),
  tax: 'configurations.one.taxes',
  ...labelsUnder('tax', { name, is_active, rate }),
  term: 'configurations.one.terms',
  ...labelsUnder('term', { name, is_active, description }),
  package: 'configurations.one.packages',
  ...labelsUnder('package', { name, is_active, length, width, height, weight }),
  uom: 'configurations.one.uoms',
  ...labelsUnder('uom', { name, is_active }),
} as const;
