import type { OrderAfter } from '@longshore/contract';
import type { Sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ConditionSource } from '../../platform/lists/list-sql.ts';
import type { Registry } from '../../platform/module.ts';

/** Shipments of an order that are not voided, and those of them that are not finished. */
export type ShipmentCounts = Pick<OrderAfter, 'shipments' | 'unfinished'>;

/**
 * What an order shows of its shipments, and what is decided by them. Shipments come after orders, which know neither
 * their tables nor their states: the module of shipments registers it. The SQL is about the order `o` or its line `l`
 * of the statement around it.
 */
export interface ShipmentsOfOrders {
  /** The order must be locked: its shipments are created, finished and voided under its lock. */
  count(tx: Tx, orderId: number): Promise<ShipmentCounts>;
  /** Those of `o` that are not voided, as a JSON list of the contract's `ShipmentSummary`. */
  summaries: Sql;
  /** The status of the least advanced of them; empty when there is none. */
  status: Sql;
  /** A subquery for `l`: the columns `units` and `quarantined`, what was fulfilled in shipments that are not voided. */
  fulfilled: Sql;
  /** Whether `l` is in a shipment, also in a voided one. */
  isInShipment: Sql;
  /** The conditions of the list of orders on their shipments. */
  conditions: ConditionSource;
}

declare module '../../platform/module.ts' {
  interface Module {
    /** What orders show of their shipments. */
    shipmentsOfOrders?: ShipmentsOfOrders;
  }
}

/** Throws at the start when no module registers it. */
export function shipmentsIn(registry: Registry): ShipmentsOfOrders {
  const registered = registry.table('shipmentsOfOrders');
  if (!registered.count) throw new Error('No module registers what orders show of their shipments.');
  return registered;
}
