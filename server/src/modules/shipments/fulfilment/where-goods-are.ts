import { type BucketState, type Message, messageWith, splitMessage } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Problem, refused } from '../../../platform/http/problem.ts';
import type { OutboundFulfilment } from '../../stock/index.ts';
import { readReservingShipments } from './short-lines.ts';

/** Places and departures that a refusal names at most. */
const NAMED = 5;

const isGone = { ship: 'GoodsWereShipped', dispose: 'GoodsWereDisposed' } as const;

/** Where the received goods are now, or what became of them, in words. */
async function whereGoodsAre(tx: Tx, goods: OutboundFulfilment, fulfilmentId: number): Promise<Message[]> {
  const { item, place } = goods;
  const [places, left] = await Promise.all([
    sql<{ quantity: number; quarantine: boolean; place: string }>`
      select s.quantity, s.quarantine, concat_ws(' · ', coalesce(p.license, '-'), b.location, o.lot_number) as place
      from stock_rows s left join licenses p on p.id = s.license_id left join locations b on b.id = p.location_id
      left join lots o on o.id = s.lot_id
      where s.inventory_id = ${item.id} and s.quantity > 0 and ${inScope(tx, 's.client_id')}
        and coalesce(s.lot_id, 0) = coalesce(${place.lotId}::int, 0)
        and (coalesce(s.license_id, 0), s.quarantine) <> (coalesce(${place.licenseId}::int, 0), ${place.quarantine}::boolean)
      order by s.since desc, s.id desc limit ${sql.lit(NAMED)}`.execute(tx),
    // What left the place since the goods were put there.
    sql<{ kind: string; quantity: number; cause: string }>`
      select kind, -quantity as quantity, cause from movements
      where inventory_id = ${item.id} and ${inScope(tx)} and coalesce(license_id, 0) = coalesce(${place.licenseId}::int, 0)
        and coalesce(lot_id, 0) = coalesce(${place.lotId}::int, 0) and quarantine::int = ${place.quarantine}::boolean::int
        and quantity < 0
        and at >= (select created_at from fulfillments where id = ${fulfilmentId} and ${inScope(tx)})
        and kind in ('ship', 'adjust', 'dispose', 'count')
      order by at desc, id desc limit ${sql.lit(NAMED)}`.execute(tx),
  ]);
  return [
    ...places.rows.map((each) =>
      messageWith(each.quarantine ? 'GoodsAreQuarantinedAt' : 'GoodsAreAt', each.quantity, each.place),
    ),
    ...left.rows.map(({ kind, quantity, cause }) =>
      messageWith(
        isGone[kind as keyof typeof isGone] ?? 'GoodsWereAdjusted',
        quantity,
        cause.replace(/^shipment /, ''),
      ),
    ),
  ];
}

const bucketIs = {
  created: 'BucketIsCreated',
  in_stock: 'BucketIsAt',
  quarantined: 'BucketIsQuarantinedAt',
  shipped: 'BucketIsShipped',
  disposed: 'BucketIsGone',
} as const satisfies Record<BucketState, string>;

/** Where the serials of a bucket are now, which may have been split. */
async function whereBucketIs(tx: Tx, { item, bucketId, quantity }: OutboundFulfilment): Promise<Message[]> {
  // The bucket and those that were split from it since.
  const { rows: parts } = await sql<{ lead: string; units: number; state: BucketState; place: string }>`
    with recursive parts as (
      select id from serial_buckets where id = ${bucketId} and ${inScope(tx)}
      union select b.id from parts p join serial_buckets b on b.split_from = p.id and b.inventory_id = ${item.id}
    )
    select b.lead, b.units, b.state, concat_ws(' · ', coalesce(l.license, '-'), o.location, t.lot_number) as place
    from parts join serial_buckets b using (id) left join stock_rows s on s.id = b.stock_row_id
    left join licenses l on l.id = s.license_id left join locations o on o.id = l.location_id left join lots t on t.id = s.lot_id
    order by b.id limit ${sql.lit(2 * NAMED)}`.execute(tx);
  const [first] = parts;
  return [
    ...(first && first.units !== quantity ? [messageWith('BucketWasSplit', first.lead)] : []),
    ...parts.map(({ lead, state, place }) => messageWith(bucketIs[state], lead, item.sku, place)),
  ];
}

/** The shipments that the goods are reserved for. */
async function whoHolds(tx: Tx, { item }: OutboundFulfilment): Promise<Message[]> {
  const shipments = await readReservingShipments(tx, item.id, NAMED);
  return shipments.map(({ units, shipment_id }) => messageWith('GoodsArePromised', units, shipment_id));
}

/** The goods are not as the fulfilment left them: too few, or another state of the serial bucket. */
const isMismatch = (error: unknown): error is Problem =>
  error instanceof Problem && (error.body.error_code === 40002 || error.body.error_code === 60003);

/** A reversal that is refused because the goods are not as they were answers 40002 and says where they are. */
export async function explainReversalRefusal(
  tx: Tx,
  goods: OutboundFulfilment,
  fulfilmentId: number,
  work: Promise<void>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isMismatch(error)) throw error;
    const [, ...details] = error.reason.split(':');
    const reason = details.join(':');
    if (splitMessage(reason).key === 'ShortOfAvailable') throw refused(40002, [reason, ...(await whoHolds(tx, goods))]);
    if (goods.bucketId) throw refused(40002, await whereBucketIs(tx, goods));
    throw refused(40002, [reason, ...(await whereGoodsAre(tx, goods, fulfilmentId))]);
  }
}
