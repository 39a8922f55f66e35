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
    type: sheetColumn('Type', 'sheets.Relation.type', 'customer'),
    name: sheetColumn('Company', 'sheets.Relation.name', 'Harvest Lane Market'),
    account: sheetColumn('Account', 'sheets.Relation.account', 'HLM-0042'),
    email: sheetColumn('Email', 'sheets.Relation.email', 'orders@harvestlane.example'),
    phone: sheetColumn('Phone', 'sheets.Relation.phone', '+1 503 555 0148'),
    is_active: sheetColumn('Status', 'sheets.Relation.is_active', 1),
    default_term: sheetColumn('PaymentTerm', 'sheets.Relation.default_term', 'Net 30'),
    default_tax_rate: sheetColumn('TaxRate', 'sheets.Relation.default_tax_rate', 0.13),
    courier: sheetColumn('Courier', 'sheets.Relation.courier', 'UPS Ground'),
    default_courier_account: sheetColumn('CourierAccount', 'sheets.Relation.default_courier_account', '4R8 821'),
    default_shipping_payment: sheetColumn('ShippingPayment', 'sheets.Relation.default_shipping_payment', 'prepaid'),
    default_collect_postal: sheetColumn('CollectPostal', 'sheets.Relation.default_collect_postal'),
    default_collect_country: sheetColumn('CollectCountry', 'sheets.Relation.default_collect_country'),
    print_instruction: sheetColumn('DisplayNote', 'sheets.Relation.print_instruction', 0),
    default_instruction: sheetColumn('DocumentNote', 'sheets.Relation.default_instruction'),
    address_type: sheetColumn('AddressType', 'sheets.Relation.address_type', 'Both'),
    address_company: sheetColumn('AddressCompany', 'sheets.Relation.address_company'),
    contact: sheetColumn('Contact', 'sheets.Relation.contact', 'Ruth Alder'),
    address_phone: sheetColumn('AddressPhone', 'sheets.Relation.address_phone'),
    street1: sheetColumn('Street1', 'sheets.Relation.street1', '418 Harvest Ln'),
    street2: sheetColumn('Street2', 'sheets.Relation.street2'),
    street3: sheetColumn('Street3', 'sheets.Relation.street3'),
    city: sheetColumn('City', 'sheets.Relation.city', 'Portland'),
    state: sheetColumn('State', 'sheets.Relation.state', 'Oregon'),
    state_code: sheetColumn('StateCode', 'sheets.Relation.state_code', 'OR'),
    postal_code: sheetColumn('PostalCode', 'sheets.Relation.postal_code', '97214'),
    country: sheetColumn('Country', 'sheets.Relation.country', 'United States'),
    country_code: sheetColumn('CountryCode', 'sheets.Relation.country_code', 'US'),
  },
  save: async (tx, actor, context, row) => {
    const id = await saveRow(tx, actor, context, row);
    await saveRowAddress(tx, actor, context, id, row);
  },
});
