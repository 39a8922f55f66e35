import { isDeepStrictEqual } from 'node:util';
import { messageWith } from '@longshore/contract';
import type { ExternalAddress } from './connector.ts';
import type { AppliedLine, ShopDocument } from './shop-order.ts';

const ADDRESS_FIELDS = [
  'name',
  'company',
  'street1',
  'street2',
  'city',
  'state',
  'stateCode',
  'postalCode',
  'countryCode',
] as const satisfies (keyof ExternalAddress)[];

const isMoved = (before: ExternalAddress | null, after: ExternalAddress | null) =>
  // A shop that hides addresses after a while did not move the customer.
  after !== null && ADDRESS_FIELDS.some((field) => (before?.[field] ?? '') !== after[field]);

const BECAME = ' → ';

/**
 * Units that a line of the shop still expects, by its id. What was reported to the shop is no longer in its lines, whether
 * it has taken notice or not: a line is as it was when its quantity is the one that was ordered, or that without the
 * reported units.
 */
function changedLines(
  applied: readonly AppliedLine[],
  document: ShopDocument,
  reported: ReadonlyMap<string, number>,
): string[] {
  const now = new Map(document.lines.map((line) => [line.id, line]));
  const changed = applied.flatMap(({ line_id, quantity }) => {
    const line = now.get(line_id);
    const left = line?.quantity ?? 0;
    const isSame = left === quantity || left === Math.max(0, quantity - (reported.get(line_id) ?? 0));
    return isSame ? [] : [`${line?.sku ?? line_id} ${quantity}${BECAME}${left}`];
  });
  const known = new Set(applied.map(({ line_id }) => line_id));
  const added = document.lines.filter(({ id, quantity }) => quantity > 0 && !known.has(id));
  return [...changed, ...added.map(({ sku, name, quantity }) => `${sku || name} 0${BECAME}${quantity}`)];
}

/** Whether a reason is about quantities. */
export const isAboutLines = (reason: string): boolean => reason.includes(BECAME);

const contentOf = ({ state, lines, shipTo, billTo, shippingMethod, note }: ShopDocument) => ({
  state,
  lines,
  shipTo,
  billTo,
  shippingMethod,
  note,
});

/** Whether nothing that an order here could follow is different between two versions of a shop's order. */
export const isSameOrder = (one: ShopDocument, other: ShopDocument): boolean =>
  isDeepStrictEqual(contentOf(one), contentOf(other));

/** What is different in the shop from what the order here was made of, as reasons; empty when nothing that matters is. */
export function changesInShop(
  known: { document: ShopDocument; applied: readonly AppliedLine[]; state: string },
  document: ShopDocument,
  reported: ReadonlyMap<string, number>,
): string[] {
  if (document.state === 'cancelled') return known.document.state === 'cancelled' ? [] : ['ShopCancelled'];
  const lines = document.state === 'shipped' ? [] : changedLines(known.applied, document, reported);
  const before = known.document;
  const changes: string[] = lines.length > 0 ? [lines.join(', ')] : [];
  if (isMoved(before.shipTo, document.shipTo)) changes.push('ShopAddressChanged');
  if (before.shippingMethod !== document.shippingMethod)
    changes.push(messageWith('ShopMethodChanged', document.shippingMethod));
  if (before.note !== document.note) changes.push('ShopNoteChanged');
  return changes;
}
