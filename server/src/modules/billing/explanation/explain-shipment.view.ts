import { type Cause, EXPLAINED_ROWS_MAX } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import {
  type BilledLine,
  countLines,
  countsItem,
  type PricedLink,
  proposeFreight,
  proposeHandling,
} from '../billing-rules.ts';
import { readLines } from '../shipment-charges.view.ts';
import type { DayRate, ExplainedEntry } from './explained-entry.view.ts';

/** A cause with what is computed from it now; no charge when nothing of it can be counted. */
export interface Explained {
  cause: Cause;
  charge?: { price: string; quantity: string } | undefined;
}

interface ShipmentFacts {
  id: number;
  reference: string;
  direction: 'inbound' | 'outbound';
  is_voided: boolean;
  cost: string;
  modifier: string;
  charge: string;
}

/** The modifier is that of the entry where it has one: the client's may have changed since. */
async function readFacts(tx: Tx, id: number, modifier: string | undefined): Promise<ShipmentFacts | undefined> {
  const { rows } = await sql<ShipmentFacts>`
    select s.id, s.reference, s.direction, s.voided_at is not null as is_voided, trim_scale(s.cost)::text as cost, m.modifier::text as modifier,
      trim_scale(round(s.cost * (1 + m.modifier), 4))::text as charge
    from shipments s join clients c on c.id = s.client_id
    cross join lateral (select coalesce(${modifier ?? null}::numeric, c.shipping_charge_modify) as modifier) m
    where s.id = ${id} and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

/**
 * The lines that the entry counted: its own SKUs, each with the units per carton of that day. An entry that a person
 * corrected keeps none; all lines are then counted with the units as they are now.
 */
function linesOf({ how }: ExplainedEntry, lines: readonly BilledLine[]): BilledLine[] {
  if (!how) return [...lines];
  return lines.flatMap((line) => {
    const counted = how.skus.find((sku) => countsItem(sku, line));
    return counted ? [{ ...line, uoms: { [how.by.toLowerCase()]: counted.per } }] : [];
  });
}

const linkOf = ({ entry, how, uom }: ExplainedEntry, rate: DayRate): PricedLink => ({
  activity_id: entry.billing_activity_id,
  activity: entry.activity,
  charge: how?.charge ?? entry.charge,
  item_id: entry.billing_item_id,
  item: entry.meta_name,
  uom: how?.by ?? uom,
  rate: rate.rate,
  quantity: rate.quantity,
  valid_from: rate.valid_from,
});

export async function explainShipment(
  tx: Tx,
  explained: ExplainedEntry,
  rate: DayRate | undefined,
): Promise<Explained | undefined> {
  const { entry, how, uom } = explained;
  const shipmentId = entry.billable_id ?? 0;
  const [facts, all] = await Promise.all([readFacts(tx, shipmentId, how?.modifier), readLines(tx, shipmentId)]);
  if (!facts) return undefined;
  // The activity may charge by something else today.
  const charge = how?.charge ?? entry.charge;
  const isFreight = charge === 'Shipping-Charge';
  const isCounted = charge === 'Inbound' || charge === 'Outbound';
  const lines = linesOf(explained, all);
  const by = how?.by ?? uom;
  const { skus } = isCounted ? countLines(by, lines) : { skus: [] };
  const link = rate && linkOf(explained, rate);
  const { id, reference, direction, is_voided } = facts;
  const proposed =
    link &&
    (isFreight
      ? proposeFreight([link], facts)
      : isCounted
        ? proposeHandling([link], lines, new Set([by.toLowerCase()]))
        : undefined);
  return {
    cause: {
      type: 'shipment',
      id,
      reference,
      direction,
      is_voided,
      items_total: skus.length,
      items: skus.slice(0, EXPLAINED_ROWS_MAX).map((sku) => ({ ...sku, id: sku.id ?? null })),
    },
    charge: proposed?.proposals[0],
  };
}
