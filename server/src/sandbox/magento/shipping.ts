import { isObject } from '../kit/values.ts';
import { checkList, checkObject, type Fields } from './check-body.ts';
import { MagentoError, noEntity } from './errors.ts';
import {
  DEFAULT_SOURCE,
  isShippedRow,
  type MagentoItem,
  type MagentoOrder,
  type MagentoShipment,
  type MagentoStore,
  qtyToShip,
} from './store.ts';

const ITEM: Fields = {
  order_item_id: { type: 'int', isRequired: true },
  qty: { type: 'float', isRequired: true },
  extension_attributes: { type: 'any' },
};
const TRACK: Fields = {
  track_number: { type: 'string', isRequired: true },
  title: { type: 'string', isRequired: true },
  carrier_code: { type: 'string', isRequired: true },
  extension_attributes: { type: 'any' },
};
const COMMENT: Fields = {
  comment: { type: 'string', isRequired: true },
  is_visible_on_front: { type: 'int', isRequired: true },
  extension_attributes: { type: 'any' },
};
const ADDED_TRACK: Fields = {
  ...TRACK,
  order_id: { type: 'int', isRequired: true },
  parent_id: { type: 'int', isRequired: true },
  weight: { type: 'float', isRequired: true },
  qty: { type: 'float', isRequired: true },
  description: { type: 'string', isRequired: true },
  entity_id: { type: 'int' },
};

const refuse = (...messages: string[]): MagentoError =>
  new MagentoError(400, `Shipment Document Validation Error(s):\n${messages.join('\n')}`);

/** States in which nothing can be shipped. */
const CLOSED_STATES = new Set(['canceled', 'holded', 'payment_review']);

export function orderOf(store: MagentoStore, id: number): MagentoOrder {
  const order = store.orders.get(id);
  if (!order) throw noEntity();
  return order;
}

/** The rows that a caller names, with their quantities; without any it is everything that is left. */
function rowsToShip(order: MagentoOrder, items: Record<string, unknown>[]): [MagentoItem, number][] {
  const open = order.items.filter((item) => isShippedRow(order, item));
  if (items.length === 0)
    return open.map((item): [MagentoItem, number] => [item, qtyToShip(item)]).filter(([, qty]) => qty > 0);
  const wanted = new Map<number, number>();
  for (const { order_item_id, qty } of items)
    wanted.set(Number(order_item_id), (wanted.get(Number(order_item_id)) ?? 0) + Number(qty));
  return [...wanted].flatMap(([id, qty]): [MagentoItem, number][] => {
    const item = order.items.find(({ item_id }) => item_id === id);
    if (!item) throw refuse('The shipment contains product item that is not part of the original order.');
    // Rows that belong to another one are left out, and nobody is told.
    if (!open.includes(item)) return [];
    if (qty > qtyToShip(item))
      throw refuse(
        `The quantity to ship must not be greater than the unshipped quantity for product SKU "${item.sku}".`,
      );
    return [[item, qty]];
  });
}

/** What is taken out of the source: of a pair of rows and of a bundle it is what is in it. */
function pickedOf(order: MagentoOrder, [item, qty]: [MagentoItem, number]): [string, number][] {
  const children = order.items.filter(({ parent_item_id }) => parent_item_id === item.item_id);
  if (children.length === 0) return [[item.sku, qty]];
  return children.map(({ sku, qty_ordered }) => [sku, (qty_ordered / item.qty_ordered) * qty]);
}

function takeFromSource(store: MagentoStore, source: string, picked: [string, number][]): void {
  if (!store.switches.hasSources) return;
  const levels = store.stock.get(source);
  if (!levels) throw new MagentoError(400, 'Source with code "%1" does not exist.', [source]);
  for (const [sku, qty] of picked) {
    // Somebody's own text is no product: nothing is counted.
    if (!store.productBySku(sku)) continue;
    const level = levels.get(sku);
    if (!level) throw new MagentoError(400, 'Source item not found by source code: %1 and sku: %2.', [source, sku]);
    if (level.quantity < qty)
      throw new MagentoError(400, 'Not all of your products are available in the requested quantity.');
  }
  for (const [sku, qty] of picked) {
    const level = levels.get(sku);
    if (level) level.quantity -= qty;
  }
}

function sourceOf(body: Record<string, unknown>): string {
  const given = isObject(body.arguments) ? body.arguments.extension_attributes : undefined;
  const code = isObject(given) ? given.source_code : undefined;
  return typeof code === 'string' && code ? code : DEFAULT_SOURCE;
}

/** `POST /order/{id}/ship`: answers the id of the shipment. */
export function ship(store: MagentoStore, at: Date, id: number, body: Record<string, unknown>): number {
  const items = checkList(ITEM, body.items, 'ShipmentItemCreationInterface');
  const tracks = checkList(TRACK, body.tracks, 'ShipmentTrackCreationInterface');
  const comment =
    body.comment === undefined ? undefined : checkObject(COMMENT, body.comment, 'ShipmentCommentCreationInterface');
  const order = orderOf(store, id);
  if (CLOSED_STATES.has(order.state) || !order.shipping)
    throw refuse(`A shipment cannot be created when an order has a status of ${order.status}`);
  if (!order.items.some((item) => isShippedRow(order, item) && qtyToShip(item) > 0))
    throw refuse('The order does not allow a shipment to be created.', "You can't create a shipment without products.");
  const rows = rowsToShip(order, items);
  if (rows.length === 0) throw refuse("You can't create a shipment without products.");
  const source = sourceOf(body);
  takeFromSource(
    store,
    source,
    rows.flatMap((row) => pickedOf(order, row)),
  );
  const shipment: MagentoShipment = {
    entity_id: store.ids.next(),
    increment_id: String(store.shipments.size + 1).padStart(9, '0'),
    order_id: id,
    createdAt: at,
    items: rows.map(([{ item_id }, qty]) => ({ entity_id: store.ids.next(), order_item_id: item_id, qty })),
    tracks: tracks.map((track) => ({ ...trackOf(track), entity_id: store.ids.next(), createdAt: at })),
    comments: comment
      ? [
          {
            entity_id: store.ids.next(),
            comment: String(comment.comment),
            is_visible_on_front: Number(comment.is_visible_on_front),
          },
        ]
      : [],
    source_code: source,
  };
  store.shipments.set(shipment.entity_id, shipment);
  for (const [item, qty] of rows) item.qty_shipped += qty;
  closeIfDone(order);
  order.updatedAt = at;
  return shipment.entity_id;
}

const trackOf = ({ track_number, title, carrier_code }: Record<string, unknown>) => ({
  track_number: String(track_number),
  title: String(title),
  carrier_code: String(carrier_code),
});

/** A paid order of which nothing is left to ship is complete. */
export function closeIfDone(order: MagentoOrder): void {
  const goods = order.items.filter((item) => isShippedRow(order, item));
  if (order.state !== 'processing' || goods.some((item) => qtyToShip(item) > 0)) return;
  const isShipped = goods.some(({ qty_shipped }) => qty_shipped > 0);
  order.state = isShipped ? 'complete' : 'closed';
  order.status = order.state;
}

/** `POST /shipment/track`: a number for a shipment that is there. */
export function addTrack(store: MagentoStore, at: Date, body: Record<string, unknown>): MagentoShipment {
  const entity = checkObject(ADDED_TRACK, body.entity, 'ShipmentTrackInterface');
  const shipment = store.shipments.get(Number(entity.parent_id));
  if (!shipment || shipment.order_id !== Number(entity.order_id)) throw noEntity();
  shipment.tracks.push({ ...trackOf(entity), entity_id: store.ids.next(), createdAt: at });
  return shipment;
}

/** `DELETE /shipment/track/{id}`. A shipment itself cannot be deleted. */
export function deleteTrack(store: MagentoStore, id: number): true {
  for (const shipment of store.shipments.values()) {
    const left = shipment.tracks.filter(({ entity_id }) => entity_id !== id);
    if (left.length === shipment.tracks.length) continue;
    shipment.tracks = left;
    return true;
  }
  throw noEntity();
}
