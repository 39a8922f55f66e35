import {
  AddressInput,
  CountryCode,
  FlagIn,
  OptionalEmail,
  Payment,
  Rate,
  RelationType,
  RelationUpdate,
  required,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { type ImportContext, importSheet, sheetColumn, withWhatStays } from '../../platform/imports/import-sheet.ts';
import { courierNamed, insertAddress, relationsNamed } from './relations.store.ts';
import { readAddresses, readRelation } from './relations.view.ts';
import { saveAddress, withCountry } from './save-address.ts';
import { createRelation, saveRelation } from './save-relation.ts';

/** Any value but 0 means yes, as the sheet's notes say. */
const sheetFlag = (fallback: 0 | 1) => z.preprocess((cell) => (cell === '' ? fallback : cell === '0' ? 0 : 1), FlagIn);
const orEmpty = <S extends z.ZodType>(schema: S) => z.preprocess((cell) => (cell === '' ? undefined : cell), schema);

const RelationSheetRow = z.object({
  type: z.preprocess((cell) => String(cell).toLowerCase(), RelationType),
  name: required('CompanyNameIsRequired'),
  account: text(),
  email: OptionalEmail,
  phone: text(64),
  is_active: sheetFlag(1),
  default_term: text(),
  default_tax_rate: orEmpty(Rate.default(0)),
  courier: text(),
  default_courier_account: text(),
  default_shipping_payment: orEmpty(Payment),
  default_collect_postal: text(32),
  default_collect_country: CountryCode,
  print_instruction: sheetFlag(0),
  default_instruction: text(2000),
  address_type: orEmpty(z.enum(['Billing', 'Shipping', 'Both']).default('Both')),
  address_company: text(),
  contact: text(),
  address_phone: text(64),
  street1: text(),
  street2: text(),
  street3: text(),
  city: text(),
  state: text(),
  state_code: text(16),
  postal_code: text(32),
  country: text(),
  country_code: CountryCode,
});
type Row = z.output<typeof RelationSheetRow>;

/** The schema keeps the relation's own fields and drops those of its address. */
const fieldsOf = (row: Row, courierId: number) => RelationUpdate.parse({ ...row, default_courier: courierId });

async function saveKnown(tx: Tx, actor: Actor, id: number, row: Row, courierId: number, given: ReadonlySet<string>) {
  const known = await readRelation(tx, id);
  const courier = given.has('courier') ? courierId : known.default_courier;
  return saveRelation(tx, actor, id, fieldsOf(withWhatStays(row, known, given), courier));
}

async function saveRow(tx: Tx, actor: Actor, { clientId, given }: ImportContext, row: Row): Promise<number> {
  const courierId = row.courier ? await courierNamed(tx, clientId, row.courier) : 0;
  if (courierId === undefined) throw invalid('courier', 'CourierIsMisnamed');
  const [known, ...others] = await relationsNamed(tx, clientId, row.type, row.name);
  if (others.length) throw invalid('name', `NameIsShared:${others.length + 1}`);
  const saved = known
    ? await saveKnown(tx, actor, known, row, courierId, given)
    : await createRelation(tx, actor, { ...fieldsOf(row, courierId), type: row.type, client_id: clientId });
  return saved.id;
}

const addressOf = (row: Row): AddressInput =>
  AddressInput.parse({
    ...row,
    type: row.address_type,
    company: row.address_company || row.name,
    phone: row.address_phone,
  });

/** The row's address: overwrites the one of the same type and company, or adds one when there is none. */
async function saveRowAddress(tx: Tx, actor: Actor, context: ImportContext, id: number, row: Row): Promise<void> {
  if (!row.street1 && !row.city && !row.address_company) return;
  const input = addressOf(row);
  const match = (await readAddresses(tx, id)).find(
    (address) => address.type === input.type && address.company.toLowerCase() === input.company.toLowerCase(),
  );
  if (match) {
    const kept = withWhatStays(row, { ...match, address_phone: match.phone }, context.given);
    await saveAddress(tx, actor, id, match.id, addressOf(kept));
  } else await insertAddress(tx, context.clientId, id, withCountry(input));
}

export const relationSheet = importSheet({
  type: 'Relation',
  access: 'user',
  row: RelationSheetRow,
  columns: {
    type: sheetColumn(
      'Type',
      'customer or vendor. Required.',
      'customer（客户）或 vendor（供应商）。必填。',
      'customer',
    ),
    name: sheetColumn(
      'Company',
      'Name of the customer or vendor. Required. An existing one of the same name is updated, in the columns that the file has.',
      '客户或供应商的名称。必填。同名的已有往来单位会被更新，只更新文件中有的列。',
      'Harvest Lane Market',
    ),
    account: sheetColumn('Account', 'Your account number for it.', '贵方为其设的账号。', 'HLM-0042'),
    email: sheetColumn('Email', 'A valid e-mail address.', '有效的电子邮件地址。', 'orders@harvestlane.example'),
    phone: sheetColumn('Phone', 'Telephone number.', '电话号码。', '+1 503 555 0148'),
    is_active: sheetColumn(
      'Status',
      '1 active, 0 disabled; anything but 0 means active.',
      '1 启用，0 停用；除 0 外均为启用。',
      1,
    ),
    default_term: sheetColumn('PaymentTerm', 'Name of a payment term, or empty.', '付款条件的名称，可留空。', 'Net 30'),
    default_tax_rate: sheetColumn('TaxRate', 'A decimal: 0.13 means 13 %.', '小数：0.13 即 13 %。', 0.13),
    courier: sheetColumn('Courier', 'Name of a courier, or empty.', '承运商的名称，可留空。', 'UPS Ground'),
    default_courier_account: sheetColumn(
      'CourierAccount',
      'Account the courier charges.',
      '承运商扣费的账号。',
      '4R8 821',
    ),
    default_shipping_payment: sheetColumn(
      'ShippingPayment',
      'prepaid, collect or third; empty means prepaid.',
      'prepaid（预付）、collect（到付）或 third（第三方）；留空为 prepaid。',
      'prepaid',
    ),
    default_collect_postal: sheetColumn(
      'CollectPostal',
      'Postal code of the account that pays.',
      '付费账号的邮政编码。',
    ),
    default_collect_country: sheetColumn(
      'CollectCountry',
      'Country of the account that pays, 2 characters.',
      '付费账号的国家代码，2 个字符。',
    ),
    print_instruction: sheetColumn(
      'DisplayNote',
      '1 prints the document note, 0 does not.',
      '1 打印单据备注，0 不打印。',
      0,
    ),
    default_instruction: sheetColumn('DocumentNote', 'Note for documents.', '单据上的备注。'),
    address_type: sheetColumn(
      'AddressType',
      'Billing, Shipping or Both; empty means Both.',
      'Billing（账单）、Shipping（收货）或 Both（两者）；留空为 Both。',
      'Both',
    ),
    address_company: sheetColumn(
      'AddressCompany',
      'Company in the address; empty means the name above.',
      '地址中的公司；留空则用上面的名称。',
    ),
    contact: sheetColumn('Contact', 'Person at the address.', '该地址的联系人。', 'Ruth Alder'),
    address_phone: sheetColumn('AddressPhone', 'Telephone at the address.', '该地址的电话。'),
    street1: sheetColumn('Street1', 'Street, first line.', '街道，第一行。', '418 Harvest Ln'),
    street2: sheetColumn('Street2', 'Street, second line.', '街道，第二行。'),
    street3: sheetColumn('Street3', 'Street, third line.', '街道，第三行。'),
    city: sheetColumn('City', 'City.', '城市。', 'Portland'),
    state: sheetColumn('State', 'State or province.', '州或省。', 'Oregon'),
    state_code: sheetColumn('StateCode', 'Short form of the state.', '州或省的缩写。', 'OR'),
    postal_code: sheetColumn('PostalCode', 'Postal code.', '邮政编码。', '97214'),
    country: sheetColumn(
      'Country',
      'Country by name. A new address without country and code is in the United States.',
      '国家名称。新地址的国家和代码都留空时为美国。',
      'United States',
    ),
    country_code: sheetColumn(
      'CountryCode',
      'Country, 2 characters, for example US.',
      '国家代码，2 个字符，例如 US。',
      'US',
    ),
  },
  save: async (tx, actor, context, row) => {
    const id = await saveRow(tx, actor, context, row);
    await saveRowAddress(tx, actor, context, id, row);
  },
});
