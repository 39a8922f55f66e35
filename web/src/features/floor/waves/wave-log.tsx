import { api, type WavePick, type WaveToPick } from '@longshore/contract';
import type { Posted } from '../../../lib/outbox.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { postedEntry } from '../posted-entry.ts';
import { commandOf, postToteUndo, postUndo, recordOf, type ShipmentTotes, toteText } from './wave-commands.ts';

const SHOWN_MAX = 6;

interface WaveLogProps {
  wave: WaveToPick;
  posted: readonly Posted[];
}

/** The tote of a shipment, which can be taken back while nothing is in it. */
function isEmpty({ stops }: WaveToPick, { shipment_id, tote }: ShipmentTotes): boolean {
  return !stops.some(({ picks }) =>
    picks.some((pick) => pick.done && pick.shipment_id === shipment_id && pick.tote === tote),
  );
}

/** The last picks, also those made before this page was loaded; each can be taken back. */
export function WaveLog({ wave, posted }: WaveLogProps) {
  const t = useText();
  const { can } = useSession();
  const undone = posted.flatMap((each) => {
    const command = commandOf(each);
    return command?.kind === 'undo' ? [command.fulfillmentId] : [];
  });
  // What waits for another command of its record would be refused without it.
  const isNeeded = (one: Posted, at: number) =>
    commandOf(one)?.kind === 'tote' && posted.slice(at + 1).some(({ record }) => record === one.record);
  const waiting = posted.map((one, at) => {
    const entry = postedEntry(t, one);
    return isNeeded(one, at) ? { ...entry, action: undefined } : entry;
  });
  const isBusy = (shipmentId: number) => posted.some(({ record }) => record === recordOf(wave.id, shipmentId));
  const toted = wave.shipments
    .filter((each) => each.full_totes.length > 0 && isEmpty(wave, each) && !isBusy(each.shipment_id))
    .map((each): ScanLogEntry => {
      const text = toteText(t, each);
      const undo = {
        label: t('scan.undo'),
        name: t('scan.undoOf', { what: text }),
        run: () => postToteUndo(t, wave, each),
      };
      return { key: `tote ${each.shipment_id} ${each.tote}`, state: 'good', text, action: undo };
    });
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
  return (
    <ScanLog title={t('scan.lastScans')} entries={[...waiting.reverse(), ...toted, ...done].slice(0, SHOWN_MAX)} />
  );
}
