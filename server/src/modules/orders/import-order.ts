import {
  type Address,
  AddressInput,
  messageWith,
  ORDER_LINES_MAX,
  OrderInput,
  type OrderType,
  type Relation,
  RelationInput,
  reasonOf,
  relationTypeOf,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type ImportContext, RowProblem, type SavedRecord } from '../../platform/imports/import-sheet.ts';
import { addAddress, courierNamed, createRelation, findRelationsNamed, withCountry } from '../relations/index.ts';
import { findWritten } from './order-references.store.ts';
import { HEADER_FIELDS, type OrderRow } from './order-sheet-row.ts';
import { orderPath } from './orders.view.ts';
import { assertActive, holdOrderedItems, insertOrder } from './save-order.ts';

/**
 * Ships everything that is left of an order, in the transaction that created it, and keeps its items enabled until the
 * commit; throws a Problem when it cannot.
 */
export type ProcessOrder = (tx: Tx, actor: Actor, orderId: number) => Promise<unknown>;

const isEmpty = (value: unknown) => value === undefined || value === '';

/** The order's own cells: those of the first row that has them. A later row that says something else is refused. */
function headerOf(rows: readonly OrderRow[]): OrderRow & { type: OrderType } {
  const [first] = rows;
  if (!first) throw new Error('An order has at least one row.');
  const header: Record<string, unknown> = { ...first };
  for (const [place, row] of rows.entries())
    for (const field of HEADER_FIELDS) {
      const [known, own] = [header[field], row[field]];
      if (isEmpty(known)) header[field] = own;
      // Rows are one order in whatever case they write its reference.
      else if (!isEmpty(own) && own !== known && field !== 'reference')
        throw new RowProblem(field, messageWith('HeaderDiffers', String(known)), place);
    }
  if (!header.type) throw new RowProblem('type', 'Required');
  return header as OrderRow & { type: OrderType };
}

/** An address of the sheet; undefined when all its cells are empty. */
function addressIn(row: OrderRow, part: 'ship' | 'bill', company: string): AddressInput | undefined {
  const cells = Object.fromEntries(
    Object.entries(row)
      .filter(([field]) => field.startsWith(`${part}_`))
      .map(([field, value]) => [field.slice(part.length + 1), value]),
  );
  if (Object.values(cells).every(isEmpty)) return undefined;
  return withCountry(AddressInput.parse({ ...cells, company: cells.company || company }));
}

/** The relation by its name or account. A customer that is not known is created when there is an address for it. */
async function relationOf(tx: Tx, actor: Actor, clientId: number, row: OrderRow, type: OrderType): Promise<Relation> {
  if (!row.relation) throw new RowProblem('relation', 'RelationIsRequired');
  const kind = relationTypeOf(type);
  const [known, ...others] = await findRelationsNamed(tx, clientId, kind, row.relation);
  if (others.length) throw new RowProblem('relation', `NameIsShared:${others.length + 1}`);
  if (known) return known;
  const shipTo = addressIn(row, 'ship', row.relation);
  if (kind !== 'customer' || !shipTo) throw new RowProblem('relation', reasonOf(30005));
  const input = RelationInput.parse({ type: kind, name: row.relation, client_id: clientId });
  const created = await createRelation(tx, actor, input);
  return { ...created, addresses: [await addAddress(tx, actor, created.id, shipTo)] };
}

/** The relation's own address for a purpose: its first for it, else its first for both. */
const ownAddress = (relation: Relation, purpose: Address['type']): Address | undefined =>
  relation.addresses.find(({ type }) => type === purpose) ?? relation.addresses.find(({ type }) => type === 'Both');

function addressesOf(row: OrderRow, relation: Relation) {
  const shipTo = addressIn(row, 'ship', relation.name);
  const billTo = addressIn(row, 'bill', relation.name) ?? shipTo;
  const [ownShipTo, ownBillTo] = [ownAddress(relation, 'Shipping'), ownAddress(relation, 'Billing')];
  if (!shipTo && !ownShipTo) throw new RowProblem('ship_company', 'AddressIsRequired');
  if (!billTo && !ownBillTo) throw new RowProblem('bill_company', 'AddressIsRequired');
  return {
    ...(shipTo ? { shipping_address: shipTo } : { shipping_address_id: ownShipTo?.id }),
    ...(billTo ? { billing_address: billTo } : { billing_address_id: ownBillTo?.id }),
  };
}

async function courierOf(tx: Tx, clientId: number, row: OrderRow, relation: Relation): Promise<number> {
  const id = row.courier ? await courierNamed(tx, clientId, row.courier) : relation.default_courier;
  if (id === undefined) throw new RowProblem('courier', reasonOf(30006));
  if (!id) throw new RowProblem('courier', 'CourierIsRequired');
  return id;
}

/** What the sheet leaves empty is the relation's default, as in the form. */
async function shippingOf(tx: Tx, clientId: number, row: OrderRow, relation: Relation) {
  const payment = row.payment ?? relation.default_shipping_payment;
  const courier_id = await courierOf(tx, clientId, row, relation);
  // Nobody else is charged: a prepaid order has no account, also in the form.
  if (payment === 'prepaid') return { courier_id, payment };
  return {
    courier_id,
    payment,
    collect_account: {
      account: row.account || relation.default_courier_account,
      collect_zip_code: row.billing_postal || relation.default_collect_postal,
      collect_country_code: row.billing_country || relation.default_collect_country,
    },
  };
}

/** Each row's item, by its SKU, its UPC or its id. */
async function linesOf(tx: Tx, clientId: number, rows: readonly OrderRow[]) {
  const found = await findWritten(
    tx,
    clientId,
    rows.map(({ sku }) => sku),
  );
  const seen = new Set<number>();
  return rows.map(({ sku, quantity, price, line_comment }, place) => {
    const [item, ...others] = found.get(sku) ?? [];
    if (!item) throw new RowProblem('sku', reasonOf(30004), place);
    if (others.length) throw new RowProblem('sku', `SeveralItemsMatch:${others.length + 1}`, place);
    if (seen.has(item)) throw new RowProblem('sku', `ItemTwice:${sku}`, place);
    seen.add(item);
    return { inventory_id: item, quantity, comment: line_comment, ...(price === undefined ? {} : { price }) };
  });
}

/** Why the order stays open, if it could not be processed; any other error fails the row. */
async function tryToProcess(tx: Tx, process: () => Promise<unknown>): Promise<RowProblem | undefined> {
  try {
    await inSavepoint(tx, process);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return new RowProblem('auto_process', `SavedNotProcessed:${error.reason}`);
  }
}

/** Saves the rows of one order, and processes it when they say so; one that cannot be processed stays open. */
export async function saveImportedOrder(
  tx: Tx,
  actor: Actor,
  { clientId, fileDigest, note }: ImportContext,
  rows: readonly OrderRow[],
  processOrder: ProcessOrder,
): Promise<SavedRecord> {
  if (rows.length > ORDER_LINES_MAX) throw new RowProblem('reference', `TooManyLines:${ORDER_LINES_MAX}`);
  const header = headerOf(rows);
  const relation = await relationOf(tx, actor, clientId, header, header.type);
  const { type, reference, po, print_note } = header;
  const input = OrderInput.parse({
    type,
    reference,
    po,
    note: header.note,
    print_note,
    client_id: clientId,
    relation_id: relation.id,
    ...addressesOf(header, relation),
    accounting: {
      tax_rate: header.tax_rate ?? relation.default_tax_rate,
      payment_term: header.term || relation.default_term,
    },
    shipping: await shippingOf(tx, clientId, header, relation),
    lines: await linesOf(tx, clientId, rows),
  });
  const origin = { source: 'Excel', isFromWeb: false, importDigest: fileDigest };
  const order = await insertOrder(tx, actor, input, origin).catch((error: unknown) => {
    // The form's name of the column is another one.
    const keys = error instanceof Problem ? (error.body.keys as Record<string, string[]> | undefined) : undefined;
    const term = keys?.['accounting.payment_term']?.[0];
    throw term ? new RowProblem('term', term) : error;
  });
  const mustProcess = header.auto_process === 'Y';
  const problem = mustProcess ? await tryToProcess(tx, () => processOrder(tx, actor, order.id)) : undefined;
  if (problem) note(problem);
  // A shipment has held them already, before the locks that come later in the order.
  if (!mustProcess || problem) assertActive(await holdOrderedItems(tx, order), order.lines);
  return { title: reference, path: orderPath(type, order.id), isNew: true };
}
