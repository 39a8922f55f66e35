import { z } from 'zod';
import { Inventory, isLotNumber } from '../inventory/inventories.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Day, FlagIn, Id, idOf, Moment, required, text } from '../kit/scalars.ts';

export const MOVEMENT_KINDS = [
  'receive',
  'ship',
  'adjust',
  'dispose',
  'move',
  'convert',
  'break',
  'count',
  'reverse',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

const quantity = z
  .number({ error: () => 'NotAWholeNumber' })
  .int('NotAWholeNumber')
  .min(-1_000_000_000)
  .max(1_000_000_000);

/**
 * The goods are gone although they are reserved: shipments are shortened, the newest first, by as many units as are
 * missing, and what they give up is left to ship of their orders again.
 */
const ShortLines = FlagIn.default(0);

/** A shipment that holds units of an item, as a 40002 lists it under `details.shipments`, the newest first. */
export const ReservingShipment = z.object({
  shipment_id: Id,
  pt_number: z.string(),
  order_id: Id,
  reference: z.string(),
  /** Units that it holds and has not fulfilled. */
  units: z.number().int(),
  ship_date: z.string(),
  /** Who works on it at the moment; empty when nobody does. */
  locked_by: z.string(),
});
export type ReservingShipment = z.output<typeof ReservingShipment>;
/** Shipments that are listed at most; the newest are shortened first. */
export const RESERVING_SHIPMENTS_MAX = 50;

/** What a refusal says besides its message, for screens that offer a way out. */
export interface FailureDetails {
  /** The command can be repeated with `short_lines: 1`. */
  shipments?: ReservingShipment[];
}

export const MoveInput = z.object({
  client_id: Id.optional(),
  inventory_id: Id,
  is_from_quarantine: FlagIn.default(0),
  is_to_quarantine: FlagIn.default(0),
  from_lp: text(64),
  to_lp: text(64),
  qty: quantity.positive('QuantityAboveZero'),
  lotId: Id.nullable().default(null),
  /** The bucket that moves, whole, when the item is serial-controlled. */
  serialId: Id.nullable().default(null),
  reference: text(),
  short_lines: ShortLines,
});
export type MoveInput = z.output<typeof MoveInput>;

export const AdjustInput = z.object({
  client_id: Id.optional(),
  inventory_id: Id,
  license: text(64),
  lotId: Id.nullable().default(null),
  /** The bucket that is disposed of, whole, when the item is serial-controlled. */
  serialId: Id.nullable().default(null),
  newLot: z
    .object({ lot: text(64).refine(isLotNumber, 'LotMeansNone'), expire: Day.nullable().default(null) })
    .default({ lot: '', expire: null }),
  qty: quantity.refine((qty) => qty !== 0, 'QuantityNotZero'),
  quarantine: FlagIn.default(0),
  reference: text(),
  is_disposal: FlagIn.default(0),
  short_lines: ShortLines,
});
export type AdjustInput = z.output<typeof AdjustInput>;

export const LotUpdate = z.object({
  id: Id,
  inventory_id: Id,
  lot: required('LotNumberIsRequired', 64).refine(isLotNumber, 'LotMeansNone'),
  expire: Day.nullable().default(null),
});
export type LotUpdate = z.output<typeof LotUpdate>;

/** What an item has after its stock was changed. */
export const StockTotals = z.object({
  inventory_id: Id,
  in_stock: z.number().int(),
  reserved: z.number().int(),
  available: z.number().int(),
  quarantined: z.number().int(),
});
export type StockTotals = z.output<typeof StockTotals>;

export const Movement = z.object({
  id: z.number().int(),
  at: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  quantity: z.number().int(),
  item_balance: z.number().int(),
  row_balance: z.number().int(),
  quarantine: z.boolean(),
  license: z.string(),
  license_id: Id.nullable(),
  lot_number: z.string(),
  /** The lead of the bucket that went along; empty for goods without serials. */
  lead: z.string(),
  reference: z.string(),
  cause: z.string(),
  user: z.string(),
});
export type Movement = z.output<typeof Movement>;

export const MOVEMENT_PAGE = 30;

/** What can hold units of an item. */
export const RESERVATION_HOLDERS = ['shipment_line'] as const;
export type ReservationHolder = (typeof RESERVATION_HOLDERS)[number];

/** Units of an item that are reserved and not fulfilled yet. */
export const Reservation = z.object({
  id: Id,
  holder: z.object({ kind: z.enum(RESERVATION_HOLDERS), id: Id }),
  /** The shipment of the line; null when it was removed while this was read. */
  shipment: z.object({ id: Id, order_id: Id, reference: z.string() }).nullable(),
  quantity: z.number().int(),
  since: Moment,
});
export type Reservation = z.output<typeof Reservation>;

/** Reservations of one item that are listed at most. */
export const RESERVATION_PAGE = 100;

const id = idOf('inventories');
const adjustInventory = 'adjust_inventory';

export const stock = {
  move: endpoint({
    method: 'POST',
    path: '/operations/inventories/move',
    access: ['move_between_license', adjustInventory],
    summary: 'Move stock between plates, or into and out of quarantine',
    body: MoveInput,
    response: StockTotals,
    errors: [20001, 20002, 40002, 40005, 60003],
  }),
  adjust: endpoint({
    method: 'POST',
    path: '/operations/inventories/adjust',
    access: adjustInventory,
    summary: 'Book what is there: add, take away or dispose',
    body: AdjustInput,
    response: StockTotals,
    errors: [20001, 20002, 20003, 40002, 40005, 60003],
  }),
  updateLot: endpoint({
    method: 'POST',
    path: '/operations/inventories/lot/update',
    access: adjustInventory,
    summary: "Correct a lot's number or expiry",
    body: LotUpdate,
    response: Inventory,
  }),
  movements: endpoint({
    method: 'GET',
    path: '/inventories/:id/movements',
    access: 'user',
    summary: "An item's movements, newest first, with its balance after each",
    params: { id },
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: z.object({ records: z.array(Movement), more: z.boolean() }),
  }),
  reservations: endpoint({
    method: 'GET',
    path: '/inventories/:id/reservations',
    access: 'user',
    summary: 'Who holds reserved units of an item, the oldest reservation first',
    params: { id },
    response: z.object({ records: z.array(Reservation), more: z.boolean() }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/inventories/:id/stock/history',
    access: 'user',
    summary: "An item's pristine stock at the end of each day, and the largest receipts, for a chart",
    params: { id },
    query: z.object({ days: z.coerce.number().int().min(1).max(400).default(84) }),
    response: z.object({
      days: z.array(z.object({ day: z.string(), in_stock: z.number().int() })),
      receipts: z.array(z.object({ day: z.string(), reference: z.string(), quantity: z.number().int() })),
    }),
  }),
  asOf: endpoint({
    method: 'GET',
    path: '/inventories/:id/stock/as-of',
    access: 'user',
    summary: 'The stock rows of an item as they were at a moment',
    params: { id },
    query: z.object({ at: z.iso.datetime() }),
    response: z.array(
      z.object({
        license: z.string(),
        license_id: Id.nullable(),
        lot_number: z.string(),
        quarantine: z.boolean(),
        quantity: z.number().int(),
      }),
    ),
  }),
};
