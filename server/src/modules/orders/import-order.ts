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
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  type ImportContext,
  ProblemList,
  RowProblem,
  RowProblems,
  type SavedRecord,
} from '../../platform/imports/import-sheet.ts';
import {
  addAddress,
  closestTo,
  courierNamed,
  courierNames,
  createRelation,
  findRelationsNamed,
  withCountry,
} from '../relations/index.ts';
import { findWritten } from './order-references.store.ts';
import { HEADER_FIELDS, type OrderRow } from './order-sheet-row.ts';
import { orderPath } from './orders.view.ts';
import { completeOrder, type WantedOrder } from './place-order.ts';
import { assertActive, holdOrderedItems, placeOrder } from './save-order.ts';

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
  const problems: RowProblem[] = [];
  for (const [place, row] of rows.entries())
    for (const field of HEADER_FIELDS) {
      const [known, own] = [header[field], row[field]];
      if (isEmpty(known)) header[field] = own;
      // Rows are one order in whatever case they write its reference.
      else if (!isEmpty(own) && own !== known && field !== 'reference')
        problems.push(new RowProblem(field, messageWith('HeaderDiffers', String(known)), place));
    }
  if (!header.type) problems.push(new RowProblem('type', 'Required'));
  if (problems.length) throw new RowProblems(problems);
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

/** The addresses of the sheet; without one, the order gets those of its relation. */
function addressesOf(row: OrderRow, relation: Relation): WantedOrder['addresses'] {
  const shipTo = addressIn(row, 'ship', relation.name);
  const billTo = addressIn(row, 'bill', relation.name) ?? shipTo;
  if (!billTo && relation.addresses.length === 0)
    throw new RowProblem(shipTo ? 'bill_company' : 'ship_company', 'AddressIsRequired');
  return {
    ...(shipTo ? { shipping_address: shipTo } : {}),
    ...(billTo ? { billing_address: billTo } : {}),
  };
}

/** The courier that the sheet names; undefined when it names none and the relation has one. */
async function courierOf(
  tx: Tx,
  clientId: number,
  row: OrderRow,
  relation: Relation | undefined,
): Promise<number | undefined> {
  if (!row.courier) {
    if (relation && !relation.default_courier) throw new RowProblem('courier', 'CourierIsRequired');
    return undefined;
  }
  const id = await courierNamed(tx, clientId, row.courier);
  if (id !== undefined) return id;
  const similar = closestTo(row.courier, await courierNames(tx, clientId));
  throw new RowProblem('courier', reasonOf(30006, similar ? [messageWith('DidYouMean', similar)] : []));
}

/** Each row's item, by its SKU, its UPC or its id. */
async function linesOf(tx: Tx, clientId: number, rows: readonly OrderRow[]) {
  const found = await findWritten(
    tx,
    clientId,
    rows.map(({ sku }) => sku),
  );
  const seen = new Set<number>();
  const problems: RowProblem[] = [];
  const lines = rows.flatMap(({ sku, quantity, price, line_comment }, place) => {
    const [item, ...others] = found.get(sku) ?? [];
    const isTwice = item !== undefined && seen.has(item);
    if (!item) problems.push(new RowProblem('sku', reasonOf(30004), place));
    else if (others.length) problems.push(new RowProblem('sku', `SeveralItemsMatch:${others.length + 1}`, place));
    else if (isTwice) problems.push(new RowProblem('sku', `ItemTwice:${sku}`, place));
    if (!item) return [];
    seen.add(item);
    return [{ inventory_id: item, quantity, comment: line_comment, ...(price === undefined ? {} : { price }) }];
  });
  if (problems.length) throw new RowProblems(problems);
  return lines;
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
  const { type, reference } = header;
  const problems = new ProblemList();
  const relation = await problems.try(() => relationOf(tx, actor, clientId, header, type));
  const addresses = relation && (await problems.try(() => addressesOf(header, relation)));
  const courier_id = await problems.try(() => courierOf(tx, clientId, header, relation));
  const lines = await problems.try(() => linesOf(tx, clientId, rows));
  problems.assertNone();
  if (!relation || !addresses || !lines) throw new Error('What is missing was reported.');
  const wanted: WantedOrder = {
    ...pickFields(orderFields, header),
    type,
    client_id: clientId,
    relation,
    addresses,
    lines,
    tax_rate: header.tax_rate,
    payment_term: header.term,
    courier_id,
    payment: header.payment,
    account: header.account,
    collect_zip_code: header.billing_postal,
    collect_country_code: header.billing_country,
  };
  const origin = { source: 'Excel', isFromWeb: false, importDigest: fileDigest };
  const order = await placeOrder(tx, actor, completeOrder(wanted), origin).catch((error: unknown) => {
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
