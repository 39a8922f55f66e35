import { api, type WavePick, type WaveToPick } from '@longshore/contract';
import type { Posted } from '../../../lib/outbox.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { postedEntry } from '../posted-entry.ts';
import { commandOf, postUndo } from './wave-commands.ts';

const SHOWN_MAX = 6;

interface WaveLogProps {
  wave: WaveToPick;
  posted: readonly Posted[];
}

/** The last picks, also those made before this page was loaded; each can be taken back. */
export function WaveLog({ wave, posted }: WaveLogProps) {
  const t = useText();
  const { can } = useSession();
  const undone = posted.flatMap((each) => {
    const command = commandOf(each);
    return command?.kind === 'undo' ? [command.fulfillmentId] : [];
  });
  const waiting = posted.map((one) => postedEntry(t, one));
  const done = wave.stops
    .flatMap(({ picks }) => picks)
    .filter(({ done: isDone, fulfillment_id: id }) => isDone && id !== null && !undone.includes(id))
    .sort((one, other) => (other.fulfillment_id ?? 0) - (one.fulfillment_id ?? 0))
    .map((pick: WavePick): ScanLogEntry => {
      const text = t('onFloor.wave.pickOf', { units: pick.quantity, sku: pick.sku, tote: pick.tote });
      const undo = {
        label: t('scan.undo'),
        name: t('scan.undoOf', { what: text }),
        run: () => postUndo(t, wave, pick),
      };
      const mayUndo = can(api.shipments.unfulfil.access);
      return { key: `done ${pick.fulfillment_id}`, state: 'good', text, action: mayUndo ? undo : undefined };
    });
  return <ScanLog title={t('scan.lastScans')} entries={[...waiting.reverse(), ...done].slice(0, SHOWN_MAX)} />;
}
