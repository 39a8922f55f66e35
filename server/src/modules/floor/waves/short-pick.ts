import { messageWith, type WavePickResult, type WaveShortInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { lockShipmentAndOrderFor, shortenLine } from '../../shipments/index.ts';
import { lockItems } from '../../stock/index.ts';
import { readPicked } from './pick-line.ts';
import { readWaveLine } from './wave-line.view.ts';
import { insertShort, lockWave } from './waves.store.ts';

/**
 * Units that are not there: they leave the shipment's line, as when reserved goods are gone, and are left to ship of
 * the order. The stock stays as it is until somebody counts it; a shipment that is left without units is voided.
 */
export async function shortPick(tx: Tx, actor: Actor, waveId: number, body: WaveShortInput): Promise<WavePickResult> {
  const line = await readWaveLine(tx, waveId, body.line_id);
  const locked = await lockShipmentAndOrderFor(tx, actor, line.shipment_id, 'change quantity');
  const found = locked.shipment.lines.find(({ id }) => id === line.line_id);
  const left = found ? found.quantity - found.fulfilled : 0;
  if (!found || body.quantity > left) throw invalid('quantity', messageWith('ShortOfMore', left));
  await lockItems(tx, [line.inventory_id]);
  await lockWave(tx, waveId);
  await insertShort(tx, {
    client_id: line.client_id,
    wave_id: waveId,
    shipment_id: line.shipment_id,
    line_id: line.line_id,
    inventory_id: line.inventory_id,
    location: body.place,
    quantity: body.quantity,
    why: body.why,
    note: body.note,
    user_name: actor.name,
  });
  await shortenLine(tx, actor, locked, found, body.quantity);
  return readPicked(tx, line, []);
}
