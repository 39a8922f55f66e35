import {
  type Container,
  type Direction,
  type Fulfillment,
  type FulfilmentLine,
  type LinesFulfilled,
  NO_LICENSE,
  NO_LOT,
  type Packed,
  type Shipment,
} from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import {
  type ContentRow,
  type FulfilmentRow,
  type HeadRow,
  type LineRow,
  type NameRow,
  readFulfilled,
  readPackedRows,
  readShipmentRows,
  type ShipmentRows,
  type UnitRow,
} from './shipment-rows.view.ts';

const unitOf = ({ inventory_id: _, id, name, ...pivot }: UnitRow) => ({ id, name, pivot });

const fulfilmentOf = (row: FulfilmentRow, direction: Direction): Fulfillment => ({
  id: row.id,
  change: direction === 'outbound' ? -row.quantity : row.quantity,
  quantity: row.quantity,
  licenses: { license: row.license ?? NO_LICENSE },
  lots: { id: row.lot_id, lot: row.lot_number ?? NO_LOT, expire: row.expire_date },
  serials: { id: row.bucket_id, lead: row.lead ?? '' },
  location: row.location ?? '',
  quarantine: row.quarantine,
  reason: row.reason,
  reference: row.reference,
  user: row.user_name,
  created_at: row.created_at,
});

interface OfLines {
  direction: Direction;
  units: Map<number, UnitRow[]>;
  fulfilments: Map<number, FulfilmentRow[]>;
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function lineOf(row: LineRow, { direction, units, fulfilments }: OfLines): FulfilmentLine {
  const { id, shipment_id, inventory_id, quantity, fulfilled, quarantined, lot, serial, kit_id } = row;
  const { composition, custom_value, origin, hs_code, sku, name, upc, barcode_1, barcode_2, cost, custom_2 } = row;
  return {
    id,
    shipment_id,
    inventory_id,
    quantity,
    fulfilled,
    quarantined,
    inventory: {
      id: inventory_id,
      sku,
      name,
      upc,
      barcode_1,
      barcode_2,
      cost,
      custom_2,
      uoms: (units.get(inventory_id) ?? []).map(unitOf),
      config: { lot, serial },
      international: { composition, custom_value, origin, hs_code },
    },
    order_line: {
      id: row.order_line_id,
      comment: row.comment,
      kit_id,
      kit_property: kit_id === null ? null : { sku: row.kit_sku, quantity: row.kit_quantity },
      sku: row.ordered_sku,
      name: row.ordered_name,
      uom: row.uom,
      quantity: row.ordered,
    },
    fulfillments: (fulfilments.get(id) ?? []).map((each) => fulfilmentOf(each, direction)),
  };
}

/** The cartons in their order; what is in them in both shapes that the contract has for it. */
function cartonsOf(rows: readonly ContentRow[], lines: readonly NameRow[]): Container[] {
  const lineById = new Map(lines.map((line) => [line.id, line]));
  return [...grouped(rows, ({ container_id }) => container_id).values()].flatMap((contents) => {
    const [first] = contents;
    if (!first) return [];
    const { number: id, sscc, own_number, length, width, height, weight } = first;
    const packed = contents.flatMap(({ shipment_line_id, units: quantity, expire }) => {
      const line = lineById.get(shipment_line_id ?? 0);
      return line ? [{ line, quantity, expire }] : [];
    });
    return {
      id,
      sscc,
      own_number,
      length,
      width,
      height,
      weight,
      contents: packed.map(({ line, quantity, expire }) => ({ lineId: line.id, quantity, expire })),
      shipment_lines: packed.map(({ line: { id: lineId, sku, name }, quantity, expire }) => ({
        id: lineId,
        sku,
        name,
        pivot: { line_id: lineId, quantity, expire },
      })),
    };
  });
}

const orderOf = (row: HeadRow): Shipment['order'] => ({
  id: row.order_id,
  type: row.order_type,
  reference: row.reference,
  po: row.po,
  status: row.order_status,
  note: row.note,
  print_note: row.print_note,
  client_id: row.client_id,
  client: { id: row.client_id, company: row.company },
  relation: { id: row.relation_id, name: row.relation },
  source: { source: row.source },
});

const courierOf = (row: HeadRow): Shipment['courier'] => ({
  id: row.courier_id,
  name: row.courier,
  payment_method: row.payment_method,
  account: row.courier_account,
  billing_zip: row.billing_zip,
  billing_country_code: row.billing_country_code,
  ss_mapping_carrier: row.ss_mapping_carrier,
  shippo_id: row.shippo_id,
});

const trackingOf = ({ waybill, cost, entries }: Pick<HeadRow, 'waybill' | 'cost' | 'entries'>) => ({
  waybill,
  cost,
  status: entries[0]?.status ?? '',
});

function shipmentOf(row: HeadRow, rows: ShipmentRows): Shipment {
  const ofLines = {
    direction: row.direction,
    units: grouped(rows.units, ({ inventory_id }) => inventory_id),
    fulfilments: grouped(rows.fulfilments, ({ shipment_line_id }) => shipment_line_id),
  };
  const { lock_user_id, payment_method, tax_rate, payment_term } = row;
  return {
    id: row.id,
    client_id: row.client_id,
    order_id: row.order_id,
    order: orderOf(row),
    accounting: { tax_rate, payment_term },
    direction: row.direction,
    status: row.status,
    ship_date: row.ship_date,
    cancel_date: row.cancel_date,
    finished_date: row.finished_date,
    pt_number: row.pt_number,
    print_count: row.print_count,
    ss_order_id: row.ss_order_id,
    fba_shipment_id: row.fba_shipment_id,
    fba_feed_type: row.fba_feed_type,
    exist_in_fba: row.exist_in_fba,
    packed: row.packed,
    billed: row.billed,
    carton_count: row.carton_count,
    attr_1: row.attr_1,
    incoterm: row.incoterm,
    incoterm_place: row.incoterm_place,
    invoice_number: row.invoice_number,
    bol_number: row.bol_number,
    user: lock_user_id === null ? null : { user_id: lock_user_id, name: row.lock_name, until: row.lock_until ?? '' },
    shipping: { payment: payment_method, api: row.shipping_api },
    tracking: trackingOf(row),
    courier: courierOf(row),
    shipping_addr: row.shipping_addr,
    billing_addr: row.billing_addr,
    shipment_lines: rows.lines.map((line) => lineOf(line, ofLines)),
    containers: cartonsOf(rows.contents, rows.lines),
    tracking_status: row.entries,
    external_resources: row.resources,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A shipment as the warehouse works with it; undefined when it is voided or unknown. */
export async function findShipmentRecord(tx: Tx, id: number): Promise<Shipment | undefined> {
  const rows = await readShipmentRows(tx, id);
  return rows.head && shipmentOf(rows.head, rows);
}

/** The same; throws 40001 when it is voided or unknown. */
export async function readShipmentRecord(tx: Tx, id: number): Promise<Shipment> {
  const shipment = await findShipmentRecord(tx, id);
  if (!shipment) throw refused(40001);
  return shipment;
}

/** What has changed of a shipment when one of its lines was fulfilled, or all of them. */
export async function readFulfilledOf(tx: Tx, shipmentId: number, lineId?: number): Promise<LinesFulfilled> {
  const { lines, fulfilments } = await readFulfilled(tx, shipmentId, lineId);
  const [first] = lines;
  if (!first) throw refused(40001);
  const byLine = grouped(fulfilments, ({ shipment_line_id }) => shipment_line_id);
  return {
    id: shipmentId,
    status: first.status,
    updated_at: first.updated_at,
    shipment_lines: lines.map(({ id, fulfilled, quarantined, direction }) => ({
      id,
      fulfilled,
      quarantined,
      fulfillments: (byLine.get(id) ?? []).map((each) => fulfilmentOf(each, direction)),
    })),
  };
}

/** What has changed of a shipment when it was packed, or its cartons were removed. */
export async function readPacked(tx: Tx, shipmentId: number): Promise<Packed> {
  const { head, lines, contents } = await readPackedRows(tx, shipmentId);
  if (!head) throw refused(40001);
  const { id, packed, carton_count, updated_at } = head;
  return {
    id,
    packed,
    carton_count,
    containers: cartonsOf(contents, lines),
    tracking: trackingOf(head),
    tracking_status: head.entries,
    updated_at,
  };
}
