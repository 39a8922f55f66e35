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
import { type ImportContext, importSheet, withWhatStays } from '../records/index.ts';
import { courierNamed, insertAddress, relationsNamed } from './relations.store.ts';
import { readAddresses, readRelation } from './relations.view.ts';
import { saveAddress } from './save-address.ts';
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

/** The row's address: written over the one of the same type and company, added when there is none. */
async function saveRowAddress(tx: Tx, actor: Actor, context: ImportContext, id: number, row: Row): Promise<void> {
  if (!row.street1 && !row.city && !row.address_company) return;
  const input = addressOf(row);
  const match = (await readAddresses(tx, id)).find(
    (address) => address.type === input.type && address.company.toLowerCase() === input.company.toLowerCase(),
  );
  if (match) {
    const kept = withWhatStays(row, { ...match, address_phone: match.phone }, context.given);
    await saveAddress(tx, actor, id, match.id, addressOf(kept));
  } else await insertAddress(tx, context.clientId, id, input);
}

const column = (heading: string, note: string, example: string | number = '') => ({ heading, note, example });

export const relationSheet = importSheet({
  type: 'Relation',
  access: 'user',
  row: RelationSheetRow,
  columns: {
    type: column('Type', 'customer or vendor. Required.', 'customer'),
    name: column(
      'Company',
      'Name of the customer or vendor. Required. An existing one of the same name is updated, in the columns that the file has.',
      'Harvest Lane Market',
    ),
    account: column('Account', 'Your account number for it.', 'HLM-0042'),
    email: column('Email', 'A valid e-mail address.', 'orders@harvestlane.example'),
    phone: column('Phone', 'Telephone number.', '+1 503 555 0148'),
    is_active: column('Status', '1 active, 0 disabled; anything but 0 means active.', 1),
    default_term: column('PaymentTerm', 'Name of a payment term, or empty.', 'Net 30'),
    default_tax_rate: column('TaxRate', 'A decimal: 0.13 means 13 %.', 0.13),
    courier: column('Courier', 'Name of a courier, or empty.', 'UPS Ground'),
    default_courier_account: column('CourierAccount', 'Account the courier charges.', '4R8 821'),
    default_shipping_payment: column('ShippingPayment', 'prepaid, collect or third; empty means prepaid.', 'prepaid'),
    default_collect_postal: column('CollectPostal', 'Postal code of the account that pays.'),
    default_collect_country: column('CollectCountry', 'Country of the account that pays, 2 characters.'),
    print_instruction: column('DisplayNote', '1 prints the document note, 0 does not.', 0),
    default_instruction: column('DocumentNote', 'Note for documents.'),
    address_type: column('AddressType', 'Billing, Shipping or Both; empty means Both.', 'Both'),
    address_company: column('AddressCompany', 'Company in the address; empty means the name above.'),
    contact: column('Contact', 'Person at the address.', 'Ruth Alder'),
    address_phone: column('AddressPhone', 'Telephone at the address.'),
    street1: column('Street1', 'Street, first line.', '418 Harvest Ln'),
    street2: column('Street2', 'Street, second line.'),
    street3: column('Street3', 'Street, third line.'),
    city: column('City', 'City.', 'Portland'),
    state: column('State', 'State or province.', 'Oregon'),
    state_code: column('StateCode', 'Short form of the state.', 'OR'),
    postal_code: column('PostalCode', 'Postal code.', '97214'),
    country: column('Country', 'Country by name.', 'United States'),
    country_code: column('CountryCode', 'Country, 2 characters, for example US.', 'US'),
  },
  save: async (tx, actor, context, row) => {
    const id = await saveRow(tx, actor, context, row);
    await saveRowAddress(tx, actor, context, id, row);
  },
});
