import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import type { InTransactionSubscribers } from '../../../platform/events/in-transaction.ts';
import {
  closeIfPicked,
  freeTotes,
  leaveWave,
  lockWave,
  readMember,
  reopenWave,
  type WaveMember,
} from './waves.store.ts';

/** Its quantities are no longer those that it came with: somebody changed them elsewhere. */
const isChanged = ({ is_open, units, quantity }: WaveMember) => is_open && units !== quantity;

async function settle(tx: Tx, member: WaveMember): Promise<void> {
  if (isChanged(member)) await leaveWave(tx, member, 'WaveLeftChanged', member.fulfilled > 0);
  if (member.is_open) await closeIfPicked(tx, member.wave_id);
  else if (member.state === 'done' && member.left_because === '' && member.fulfilled < member.quantity)
    await reopenWave(tx, member);
}

/** The member as it is once nobody else changes its wave. */
async function lockMember(tx: Tx, shipmentId: number): Promise<WaveMember | undefined> {
  // Client users change no shipment of the warehouse.
  if (tx.scope.role !== 'app_staff') return undefined;
  const member = await readMember(tx, shipmentId);
  if (!member) return undefined;
  await lockWave(tx, member.wave_id);
  return readMember(tx, shipmentId);
}

async function leave(tx: Tx, shipmentId: number, because: string): Promise<void> {
  const member = await lockMember(tx, shipmentId);
  if (!member) return;
  await leaveWave(tx, member, because, false);
  await freeTotes(tx, shipmentId);
  await closeIfPicked(tx, member.wave_id);
  await recordEvent(tx, { kind: 'wave.saved', subjectId: member.wave_id });
}

/**
 * What happens to a shipment of a wave, wherever it is done: a wave whose units are all picked is done; a shipment that was
 * voided, finished or changed is no longer part of it; a tote is free once its shipment is finished or void.
 */
export const wavesInTransaction: InTransactionSubscribers = {
  'shipment.saved': [
    async (tx, { subjectId }) => {
      const member = await lockMember(tx, subjectId ?? 0);
      if (!member) return;
      await settle(tx, member);
      await recordEvent(tx, { kind: 'wave.saved', subjectId: member.wave_id });
    },
  ],
  'shipment.finished': [(tx, { subjectId }) => leave(tx, subjectId ?? 0, 'WaveLeftFinished')],
  'shipment.voided': [(tx, { subjectId }) => leave(tx, subjectId ?? 0, 'WaveLeftVoid')],
};
