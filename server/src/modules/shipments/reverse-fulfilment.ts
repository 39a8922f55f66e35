import { type Message, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Problem, refused } from '../../platform/http/problem.ts';
import { type OutboundFulfilment, returnShipped, reverseReceipt, reverseShipping } from '../stock/index.ts';
import { bucketOrigin } from './fulfil-rules.ts';
import type { StoredFulfilment } from './fulfillments.store.ts';
import type { LockedShipment } from './shipments.store.ts';

/** The fulfilment as the ledger takes it back. */
function goodsOf(shipment: LockedShipment, fulfilment: StoredFulfilment): OutboundFulfilment {
  const { shipment_line_id: id, license_id, lot_id, bucket_id, quantity, quarantine } = fulfilment;
  const line = shipment.lines.find((each) => each.id === id);
  if (!line) throw new Error(`Shipment ${shipment.id} has no line ${id}.`);
  return {
    ...{ item: line.item, place: { licenseId: license_id, lotId: lot_id, quarantine }, quantity, bucketId: bucket_id },
    ...{
      reference: shipment.reference,
      cause: `shipment ${shipment.id}`,
      holder: { kind: 'shipment_line', id: line.id },
    },
  };
}

/** Places and departures that a refusal names at most. */
const NAMED = 5;

const placesNow = `
  select s.quantity, s.quarantine, concat_ws(' · ', coalesce(p.license, '-'), b.location, o.lot_number) as place
  from stock_rows s left join licenses p on p.id = s.license_id left join locations b on b.id = p.location_id
  left join lots o on o.id = s.lot_id
  where s.inventory_id = $1 and s.quantity > 0 and ($2::int is null or s.client_id = $2)
    and coalesce(s.lot_id, 0) = coalesce($4::int, 0)
    and (coalesce(s.license_id, 0), s.quarantine) <> (coalesce($3::int, 0), $5::boolean)
  order by s.since desc, s.id desc limit ${NAMED}`;
/** What left the place since the goods were put there. */
const departures = `
  select kind, -quantity as quantity, cause from movements
  where inventory_id = $1 and ($2::int is null or client_id = $2) and coalesce(license_id, 0) = coalesce($3::int, 0)
    and coalesce(lot_id, 0) = coalesce($4::int, 0) and quarantine::int = $5::boolean::int and quantity < 0
    and at >= (select created_at from fulfillments where id = $6 and ($2::int is null or client_id = $2))
    and kind in ('ship', 'adjust', 'dispose', 'count')
  order by at desc, id desc limit ${NAMED}`;

const isGone = { ship: 'GoodsWereShipped', dispose: 'GoodsWereDisposed' } as const;

/** Where the received goods are now, or what became of them, in words. */
async function whereGoodsAre(tx: Tx, goods: OutboundFulfilment, fulfilmentId: number): Promise<Message[]> {
  const { item, place } = goods;
  const values = [item.id, scopedClient(tx), place.licenseId, place.lotId, place.quarantine];
  const [places, left] = await Promise.all([
    tx.run<{ quantity: number; quarantine: boolean; place: string }>(placesNow, values),
    tx.run<{ kind: string; quantity: number; cause: string }>(departures, [...values, fulfilmentId]),
  ]);
  return [
    ...places.map((each) =>
      messageWith(each.quarantine ? 'GoodsAreQuarantinedAt' : 'GoodsAreAt', each.quantity, each.place),
    ),
    ...left.map(({ kind, quantity, cause }) =>
      messageWith(
        isGone[kind as keyof typeof isGone] ?? 'GoodsWereAdjusted',
        quantity,
        cause.replace(/^shipment /, ''),
      ),
    ),
  ];
}

/** A refusal for lack of goods says where they are. */
async function orSayWhere(tx: Tx, goods: OutboundFulfilment, id: number, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem) || error.body.error_code !== 40002) throw error;
    const [, ...details] = error.reason.split(':');
    throw refused(40002, [details.join(':'), ...(await whereGoodsAre(tx, goods, id))]);
  }
}

/**
 * Reverses a fulfilment in the ledger. Shipped goods return to their place, and are reserved for their line again when
 * it still wants them; received goods are taken away, if they are still there and not promised (40002 says where they
 * are). The item must be locked.
 */
export async function reverseFulfilment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  fulfilment: StoredFulfilment,
  isStillWanted: boolean,
): Promise<void> {
  const goods = goodsOf(shipment, fulfilment);
  if (shipment.direction === 'outbound')
    return isStillWanted ? reverseShipping(tx, actor, goods) : returnShipped(tx, actor, goods);
  const work = reverseReceipt(tx, actor, goods, bucketOrigin(shipment.order_type));
  return orSayWhere(tx, goods, fulfilment.id, work);
}
