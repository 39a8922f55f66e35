import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueTrace } from '../../records/index.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import type { DecidedPick } from './fulfil-rules.ts';

/** Goods that one entry of a history names; the fulfilments of the shipment list all of them. */
const NAMED_MAX = 50;

const goodsText = ({ line, quantity, named }: Pick<DecidedPick, 'line' | 'quantity' | 'named'>) =>
  [`${quantity} × ${line.item.sku}`, named.license, named.lot].filter(Boolean).join(' · ');

/** Writes picks or receipts into the history of their shipment: so many of which item, from or to which plate and lot. */
export function tracePicks(tx: Tx, actor: Actor, shipment: LockedShipment, picks: readonly DecidedPick[]): void {
  const more = picks.length > NAMED_MAX ? [{ field: 'goods' as const, newValue: `+ ${picks.length - NAMED_MAX}` }] : [];
  queueTrace(tx, actor, {
    type: 'Shipment',
    id: shipment.id,
    clientId: shipment.client_id,
    subject: shipment.direction === 'inbound' ? 'Received' : 'Picked',
    changes: [
      ...picks.slice(0, NAMED_MAX).map((pick) => ({ field: 'goods' as const, newValue: goodsText(pick) })),
      ...more,
    ],
  });
}

/** The same for what is taken back. */
export function traceTakenBack(tx: Tx, actor: Actor, shipment: LockedShipment, sku: string, quantity: number): void {
  queueTrace(tx, actor, {
    type: 'Shipment',
    id: shipment.id,
    clientId: shipment.client_id,
    subject: shipment.direction === 'inbound' ? 'Receipt taken back' : 'Pick taken back',
    changes: [{ field: 'goods', newValue: `${quantity} × ${sku}` }],
  });
}
