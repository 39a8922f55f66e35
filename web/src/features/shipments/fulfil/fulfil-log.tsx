import { api, type FulfilLineInput, type Shipment } from '@longshore/contract';
import { useConnection } from '../../../lib/connection.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { type Done, type FulfilScan, labelOf } from './use-fulfil-scan.ts';

/** Answers come faster than this while the connection is good: what waits longer is listed. */
const LISTED_AFTER_MS = 600;
const WAITING_SHOWN_MAX = 6;

function useDoneText(direction: Shipment['direction']) {
  const t = useText();
  const format = useFormat();
  const placeOf = ({ license, newLot, quarantine }: FulfilLineInput) =>
    [license || t('fulfilment.heldNoPlate'), newLot?.lot, quarantine === 1 && t('fulfilment.quarantinedNote')]
      .filter(Boolean)
      .join(' · ');
  return ({ what }: Done): string => {
    // Most reasons name the code already.
    if (what.kind === 'refused') return what.why.includes(what.code) ? what.why : `${what.code}: ${what.why}`;
    if (what.kind === 'placed') {
      const { license, locations } = what.plate;
      return t('fulfilment.placed', { license, location: locations[0]?.location ?? '' });
    }
    const values = { quantity: format.number(what.units), sku: what.sku };
    const did = t(direction === 'inbound' ? 'fulfilment.received' : 'fulfilment.took', values);
    return `${did}, ${placeOf(what.body)}`;
  };
}

/** The last results, newest first; each can be undone by those who may. */
export function DoneLog({ shipment, run }: { shipment: Shipment; run: FulfilScan }) {
  const t = useText();
  const { can } = useSession();
  const textOf = useDoneText(shipment.direction);
  const mayUndo = ({ what }: Done) =>
    what.kind !== 'refused' &&
    can(what.kind === 'placed' ? api.licenses.moveBack.access : api.shipments.unfulfil.access);
  const entries = run.done.map((entry): ScanLogEntry => {
    const text = textOf(entry);
    const isUndoing = run.isUndoing(entry);
    const undo = { label: t('scan.undo'), name: t('scan.undoOf', { what: text }), run: () => run.undo(entry) };
    return {
      key: entry.step,
      state: entry.what.kind === 'refused' ? 'bad' : isUndoing ? 'waiting' : entry.isUndone ? 'undone' : 'good',
      text,
      note: entry.isUndone ? t('fulfilment.undone') : undefined,
      at: entry.at,
      action: entry.isUndone || isUndoing || !mayUndo(entry) ? undefined : undo,
    };
  });
  return <ScanLog title={t('scan.lastScans')} entries={entries} />;
}

/** Scans that the server has not answered, in the order in which they will be sent. */
export function WaitingScans({ run: { pending, cancel } }: { run: FulfilScan }) {
  const t = useText();
  const isDown = useConnection().state === 'down';
  const isSlow = useDelayed(pending.length > 0, LISTED_AFTER_MS);
  if (pending.length === 0 || !(isDown || isSlow)) return null;
  const entries = pending.slice(0, WAITING_SHOWN_MAX).map(({ key, input, state }): ScanLogEntry => {
    const text = labelOf(input);
    const action = { label: t('scan.cancel'), name: t('scan.cancelOf', { what: text }), run: () => cancel([key]) };
    return { key, state: 'waiting', text, note: t(`scan.${state}`), action: state === 'waiting' ? action : undefined };
  });
  return <ScanLog title={t('scan.waitingCount', { count: pending.length })} entries={entries} />;
}
