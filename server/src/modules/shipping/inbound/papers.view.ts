import type { FeedType } from '@longshore/contract';
import type { FbaItemCode, FbaPaperShipment } from '../../../documents/fba/fba-paper-shipment.ts';
import type { PaperLine, PaperShipment } from '../../../documents/shipments/paper-shipment.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { PlanItem } from './fba.store.ts';

/** What a shipment's plan says on its papers. */
export interface PlannedFacts {
  shipment_id: number;
  /** Empty until the shipment exists there. */
  fba_id: string;
  warehouse: string;
  feed_type: FeedType;
  packed: boolean;
  is_voided: boolean;
  items: PlanItem[];
}

/** Those of these shipments that are ones of a marketplace, by id. */
export async function readPlannedFacts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, PlannedFacts>> {
  const { rows } = await sql<PlannedFacts>`
    select f.shipment_id, case when p.accepted_at is null then '' else f.confirmation_id end as fba_id, f.warehouse,
      s.fba_feed_type as feed_type, s.packed, f.voided_at is not null or p.state = 'cancelled' as is_voided, p.items
    from fba_shipments f join fba_plans p on p.client_id = f.client_id and p.id = f.plan_id
    join shipments s on s.client_id = f.client_id and s.id = f.shipment_id
    where f.shipment_id = any(${ids}::int[]) and s.voided_at is null and ${inScope(tx, 'f.client_id')}`.execute(tx);
  return new Map(rows.map((row) => [row.shipment_id, row]));
}

/** A code on the product as its kind, by its digits; other codes are none that a marketplace knows. */
function productCode(upc: string): FbaItemCode | undefined {
  if (/^\d{12}$/.test(upc)) return { kind: 'UPC', value: upc };
  return /^\d{13}$/.test(upc) ? { kind: 'EAN', value: upc } : undefined;
}

/** The marketplace's own number of an item, otherwise the code on the product. */
export function itemCode(
  { sku, upc }: Pick<PaperLine, 'sku' | 'upc'>,
  items: readonly PlanItem[],
): FbaItemCode | undefined {
  const planned = items.find((item) => item.sku.toLowerCase() === sku.toLowerCase());
  return planned?.itemId ? { kind: 'FNSKU', value: planned.itemId } : productCode(upc.trim());
}

export function fbaPaperOf(shipment: PaperShipment, { fba_id, warehouse, items }: PlannedFacts): FbaPaperShipment {
  const codes = shipment.lines.flatMap((line) => {
    const code = itemCode(line, items);
    return code ? [[line.sku, code] as const] : [];
  });
  return { shipment, fbaId: fba_id, warehouse, codes: Object.fromEntries(codes) };
}
