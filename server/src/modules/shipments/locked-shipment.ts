import type { Direction, OrderType, ShipmentStatus } from '@longshore/contract';

/** A line of a shipment with its item, read under the shipment's lock. */
export interface LockedShipmentLine {
  id: number;
  order_line_id: number;
  quantity: number;
  fulfilled: number;
  quarantined: number;
  item: { id: number; client_id: number; sku: string; lot: boolean; serial: boolean };
}

export interface LockedShipment {
  id: number;
  client_id: number;
  order_id: number;
  order_type: OrderType;
  reference: string;
  direction: Direction;
  status: ShipmentStatus;
  ship_date: string;
  packed: boolean;
  billed: boolean;
  courier_id: number;
  /** Who holds it; null when nobody does, or did nothing for too long. */
  holder: { id: number; name: string } | null;
  lines: LockedShipmentLine[];
}
