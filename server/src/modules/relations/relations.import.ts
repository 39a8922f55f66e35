import {
  AddressInput,
  addressFields,
  RelationType,
  RelationUpdate,
  relationFields,
  sheetColumnsOf,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { cellsOf } from '../../platform/imports/field-sheet.ts';
import {
  type ImportContext,
  importSheet,
  type SavedRecord,
  sheetColumn,
  withUnsentFields,
} from '../../platform/imports/import-sheet.ts';
import { courierNamed } from '../company/index.ts';
import { insertAddress, relationsNamed } from './relations.store.ts';
import { readAddresses, readRelation, relationPath } from './relations.view.ts';
import { saveAddress, withCountry } from './save-address.ts';
import { createRelation, saveRelation } from './save-relation.ts';

const { type: addressType, company: _, phone: addressPhone, ...addressCells } = cellsOf(addressFields);

const RelationSheetRow = z.object({
  ...cellsOf(relationFields),
  ...addressCells,
  type: z.preprocess((cell) => String(cell).toLowerCase(), RelationType),
  courier: text(),
  address_type: addressType,
  // The relation's name unless it is given.
  address_company: text(),
  address_phone: addressPhone,
});
type Row = z.output<typeof RelationSheetRow>;

/** The schema keeps the relation's own fields and drops those of its address. */
const fieldsOf = (row: Row, courierId: number) => RelationUpdate.parse({ ...row, default_courier: courierId });

async function saveKnown(tx: Tx, actor: Actor, id: number, row: Row, courierId: number, given: ReadonlySet<string>) {
  const known = await readRelation(tx, id);
  const courier = given.has('courier') ? courierId : known.default_courier;
  return saveRelation(tx, actor, id, fieldsOf(withUnsentFields(row, known, given), courier));
}

async function saveRow(
  tx: Tx,
  actor: Actor,
  { clientId, given }: ImportContext,
  row: Row,
): Promise<SavedRecord & { id: number }> {
  const courierId = row.courier ? await courierNamed(tx, clientId, row.courier) : 0;
  if (courierId === undefined) throw invalid('courier', 'CourierIsMisnamed');
  const [known, ...others] = await relationsNamed(tx, clientId, row.type, row.name);
  if (others.length) throw invalid('name', `NameIsShared:${others.length + 1}`);
  const saved = known
    ? await saveKnown(tx, actor, known, row, courierId, given)
    : await createRelation(tx, actor, { ...fieldsOf(row, courierId), type: row.type, client_id: clientId });
  return { id: saved.id, title: saved.name, path: relationPath(row.type, saved.id), isNew: !known };
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
    const kept = withUnsentFields(row, { ...match, address_phone: match.phone }, context.given);
    await saveAddress(tx, actor, id, match.id, addressOf(kept));
  } else await insertAddress(tx, context.clientId, id, withCountry(input));
}

const { name, account, email, phone, is_active, default_term, default_tax_rate, ...others } =
  sheetColumnsOf(relationFields);
const {
  type: address_type,
  company: address_company,
  contact,
  phone: address_phone,
  ...otherAddress
} = sheetColumnsOf(addressFields);

export const relationSheet = importSheet({
  type: 'Relation',
  access: 'user',
  row: RelationSheetRow,
  columns: {
    type: sheetColumn('Type', 'sheets.Relation.type', 'customer'),
    name,
    account,
    email,
    phone,
    is_active,
    default_term,
    default_tax_rate,
    courier: sheetColumn('Courier', 'sheets.Relation.courier', 'UPS Ground'),
    ...others,
    address_type,
    address_company,
    contact,
    address_phone,
    ...otherAddress,
  },
  save: async (tx, actor, context, row) => {
    const { id, ...saved } = await saveRow(tx, actor, context, row);
    await saveRowAddress(tx, actor, context, id, row);
    return saved;
  },
});
