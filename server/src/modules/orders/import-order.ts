import {
  AddressInput,
  messageWith,
  ORDER_LINES_MAX,
  type OrderType,
  orderFields,
  pickFields,
  type Relation,
  RelationInput,
  reasonOf,
  relationTypeOf,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import {
  type ImportContext,
  ProblemList,
  type ReadRow,
  RowProblem,
  type SavedRecord,
} from '../../platform/imports/import-sheet.ts';
import { courierNamed, courierNames, termExists } from '../company/index.ts';
import { addAddress, closestTo, createRelation, findRelationsNamed, withCountry } from '../relations/index.ts';
import { findItemsWritten } from './order-references.store.ts';
import { HEADER_FIELDS, type OrderRow } from './order-sheet-row.ts';
import { orderPath } from './orders.view.ts';
import { completeOrder, type OrderToPlace, type ProcessOrder } from './place-order.ts';
import { placeAndProcess } from './save-order.ts';

const isEmpty = (value: unknown) => value === undefined || value === '';

type Header = Partial<OrderRow>;

/** The order's own cells: those of the first row that has them. A later row that says something else is refused. */
function headerOf(rows: readonly ReadRow<OrderRow>[], problems: ProblemList): Header {
  const header: Record<string, unknown> = { ...rows[0]?.cells };
  for (const [place, { cells }] of rows.entries())
    for (const field of HEADER_FIELDS) {
      const [known, own] = [header[field], cells[field]];
      if (isEmpty(known)) header[field] = own;
      // Rows are one order in whatever case they write its reference.
      else if (!isEmpty(own) && own !== known && field !== 'reference')
        problems.add(field, messageWith('HeaderDiffers', String(known)), place);
    }
  return header as Header;
}

const addressCells = (row: Header, part: 'ship' | 'bill') =>
  Object.entries(row)
    .filter(([field]) => field.startsWith(`${part}_`))
    .map(([field, value]) => [field.slice(part.length + 1), value] as const);
const hasAddress = (row: Header, part: 'ship' | 'bill') => addressCells(row, part).some(([, value]) => !isEmpty(value));

/** An address of the sheet; undefined when all its cells are empty. */
function addressIn(row: OrderRow, part: 'ship' | 'bill', company: string): AddressInput | undefined {
  if (!hasAddress(row, part)) return undefined;
  const cells = Object.fromEntries(addressCells(row, part));
  return withCountry(AddressInput.parse({ ...cells, company: cells.company || company }));
}

/** The rows of one order that are looked up, and what is wrong with them. */
interface LookUp {
  tx: Tx;
  clientId: number;
  rows: readonly ReadRow<OrderRow>[];
  header: Header;
  problems: ProblemList;
}

/** Whether a cell of an order could not be read: then nothing is said about its being empty. */
const isUnread = ({ rows }: LookUp, field: string) =>
  rows.some(({ unread }) => [...unread].some((each) => each.startsWith(field)));

const mayHaveAddress = (order: LookUp, part: 'ship' | 'bill') =>
  hasAddress(order.header, part) || isUnread(order, `${part}_`);

/** A relation of the client; `new` for a customer that is to be created with the address of the sheet. */
type FoundRelation = Relation | 'new' | undefined;

/** The relation by its name or account. A customer that is not known is created when there is an address for it. */
async function findRelation(order: LookUp): Promise<FoundRelation> {
  const { tx, clientId, header, problems } = order;
  const { type, relation: written } = header;
  if (!type && !isUnread(order, 'type')) problems.add('type', 'Required');
  if (!written && !isUnread(order, 'relation')) problems.add('relation', 'RelationIsRequired');
  if (!type || !written) return undefined;
  const kind = relationTypeOf(type);
  const [known, ...others] = await findRelationsNamed(tx, clientId, kind, written);
  if (!known && kind === 'customer' && mayHaveAddress(order, 'ship')) return 'new';
  if (others.length) problems.add('relation', `NameIsShared:${others.length + 1}`);
  else if (!known?.is_active) problems.add('relation', reasonOf(30005));
  else if (!known.addresses.length && !mayHaveAddress(order, 'ship')) problems.add('ship_company', 'AddressIsRequired');
  return known;
}

/** The courier that the sheet names; undefined when it names none and the relation has one. */
async function findCourier(order: LookUp, relation: FoundRelation): Promise<number | undefined> {
  const { tx, clientId, header, problems } = order;
  if (!header.courier) {
    const hasDefault = relation !== undefined && relation !== 'new' && relation.default_courier > 0;
    if (relation && !hasDefault && !isUnread(order, 'courier')) problems.add('courier', 'CourierIsRequired');
    return undefined;
  }
  const id = await courierNamed(tx, clientId, header.courier);
  if (id !== undefined) return id;
  const similar = closestTo(header.courier, await courierNames(tx, clientId));
  problems.add('courier', reasonOf(30006, similar ? [messageWith('DidYouMean', similar)] : []));
  return undefined;
}

async function checkTerm({ tx, header: { term }, problems }: LookUp): Promise<void> {
  if (term && term !== 'NA' && !(await termExists(tx, term))) problems.add('term', 'TermIsUnknown');
}

/** Each row's item, by its SKU, its UPC or its id. */
async function findItems({ tx, clientId, rows, problems }: LookUp): Promise<(number | undefined)[]> {
  const written = rows.map(({ cells }) => cells.sku ?? '');
  const found = await findItemsWritten(tx, clientId, written.filter(Boolean));
  const seen = new Set<number>();
  return written.map((sku, place) => {
    if (!sku) return undefined;
    const [item, ...others] = found.get(sku) ?? [];
    if (!item?.is_active) problems.add('sku', reasonOf(30004), place);
    else if (others.length) problems.add('sku', `SeveralItemsMatch:${others.length + 1}`, place);
    else if (seen.has(item.id)) problems.add('sku', `ItemTwice:${sku}`, place);
    if (item) seen.add(item.id);
    return item?.id;
  });
}

/** Looks up what the rows of one order refer to, and notes everything that is wrong with them. It writes nothing. */
async function lookUp(tx: Tx, clientId: number, rows: readonly ReadRow<OrderRow>[]) {
  const problems = new ProblemList();
  const order: LookUp = { tx, clientId, rows, problems, header: headerOf(rows, problems) };
  const relation = await findRelation(order);
  const courierId = await findCourier(order, relation);
  await checkTerm(order);
  return { problems, header: order.header, relation, courierId, items: await findItems(order) };
}

/** What is wrong with an order besides its cells that could not be read. */
export async function checkImportedOrder(
  tx: Tx,
  { clientId }: ImportContext,
  rows: readonly ReadRow<OrderRow>[],
): Promise<readonly RowProblem[]> {
  const { problems } = await lookUp(tx, clientId, rows);
  return problems.all;
}

async function createCustomer(tx: Tx, actor: Actor, clientId: number, header: OrderRow): Promise<Relation> {
  const input = RelationInput.parse({ type: 'customer', name: header.relation, client_id: clientId });
  const created = await createRelation(tx, actor, input);
  const shipTo = addressIn(header, 'ship', header.relation);
  return { ...created, addresses: shipTo ? [await addAddress(tx, actor, created.id, shipTo)] : [] };
}

/** The addresses of the sheet; without one, the order gets those of its relation. */
function addressesOf(row: OrderRow, relation: Relation): OrderToPlace['addresses'] {
  const shipTo = addressIn(row, 'ship', relation.name);
  const billTo = addressIn(row, 'bill', relation.name) ?? shipTo;
  return {
    ...(shipTo ? { shipping_address: shipTo } : {}),
    ...(billTo ? { billing_address: billTo } : {}),
  };
}

const lineOf = ({ quantity, price, line_comment }: OrderRow, item: number | undefined) => ({
  inventory_id: item,
  quantity,
  comment: line_comment,
  ...(price === undefined ? {} : { price }),
});

/** Saves the rows of one order, and processes it when they say so; one that cannot be processed stays open. */
export async function saveImportedOrder(
  tx: Tx,
  actor: Actor,
  { clientId, fileDigest, note }: ImportContext,
  rows: readonly OrderRow[],
  processOrder: ProcessOrder,
): Promise<SavedRecord> {
  if (rows.length > ORDER_LINES_MAX) throw new RowProblem('reference', `TooManyLines:${ORDER_LINES_MAX}`);
  const found = await lookUp(
    tx,
    clientId,
    rows.map((cells) => ({ cells, unread: new Set() })),
  );
  found.problems.assertNone();
  const header = found.header as OrderRow & { type: OrderType };
  const { type, reference } = header;
  const relation = found.relation === 'new' ? await createCustomer(tx, actor, clientId, header) : found.relation;
  if (!relation) throw new Error('A missing relation was reported.');
  const wanted: OrderToPlace = {
    ...pickFields(orderFields, header),
    type,
    client_id: clientId,
    relation,
    addresses: addressesOf(header, relation),
    lines: rows.map((row, place) => lineOf(row, found.items[place])),
    tax_rate: header.tax_rate,
    payment_term: header.term,
    courier_id: found.courierId,
    payment: header.payment,
    account: header.account,
    collect_zip_code: header.billing_postal,
    collect_country_code: header.billing_country,
  };
  const origin = { source: 'Excel', isFromWeb: false, importDigest: fileDigest };
  const process = header.auto_process === 'Y' ? processOrder : undefined;
  const order = await placeAndProcess(tx, actor, completeOrder(wanted), origin, process);
  if (order.notProcessed) note(new RowProblem('auto_process', `SavedNotProcessed:${order.notProcessed}`));
  return { title: reference, path: orderPath(type, order.id), isNew: true };
}
