import type { CountLine } from '@longshore/contract';
import { useConnection } from '../../../lib/connection.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import type { CountScan, Recorded } from './use-count-scan.ts';

/** Answers come faster than this while the connection is good: what waits longer is listed. */
const LISTED_AFTER_MS = 600;
const WAITING_SHOWN_MAX = 6;

function useVarianceText() {
  const t = useText();
  const format = useFormat();
  return ({ variance, status }: CountLine): string => {
    if (variance === null) return status === 'counted' ? '' : t(`counts.statuses.${status}`);
    if (variance === 0) return t('counts.statuses.same');
    const units = format.number(variance, { signDisplay: 'exceptZero' });
    return t(variance > 0 ? 'counts.unitsOver' : 'counts.unitsShort', { units });
  };
}

/** What was counted just now, each with its variance and Undo. In a blind count there is no variance to show. */
export function RecordedLog({ run }: { run: CountScan }) {
  const t = useText();
  const format = useFormat();
  const varianceText = useVarianceText();
  const entryOf = (entry: Recorded): ScanLogEntry => {
    const { what: line, isUndone, step, at } = entry;
    const place = [line.license || t('counts.noPlate'), line.location].filter(Boolean).join(' · ');
    const text = `${format.number(line.counted ?? 0)} × ${line.sku}, ${place}`;
    const isUndoing = run.isUndoing(entry);
    const undo = { label: t('scan.undo'), name: t('scan.undoOf', { what: text }), run: () => run.undo(entry) };
    return {
      key: step,
      state: isUndoing ? 'waiting' : isUndone ? 'undone' : 'good',
      text,
      note: isUndone ? t('counts.undone') : varianceText(line),
      at,
      action: isUndone || isUndoing ? undefined : undo,
    };
  };
  return <ScanLog title={t('scan.lastScans')} label={t('counts.recordedLog')} entries={run.recorded.map(entryOf)} />;
}

/** Figures that the server has not answered, in the order in which they will be sent. */
export function WaitingFigures({ run: { pending, cancel } }: { run: CountScan }) {
  const t = useText();
  const format = useFormat();
  const isDown = useConnection().state === 'down';
  const isSlow = useDelayed(pending.length > 0, LISTED_AFTER_MS);
  if (pending.length === 0 || !(isDown || isSlow)) return null;
  const entries = pending.slice(0, WAITING_SHOWN_MAX).map(({ key, input, state }): ScanLogEntry => {
    const text =
      input.kind === 'undo'
        ? t('scan.undoOf', { what: input.entry.what.sku })
        : input.kind === 'command'
          ? `${format.number(input.command.figure.counted)} × ${input.command.target.sku}`
          : '';
    const action = { label: t('scan.cancel'), name: t('scan.cancelOf', { what: text }), run: () => cancel([key]) };
    return { key, state: 'waiting', text, note: t(`scan.${state}`), action: state === 'waiting' ? action : undefined };
  });
  return <ScanLog title={t('scan.waitingCount', { count: pending.length })} entries={entries} />;
}
