import { cancelPosted, type Posted } from '../../lib/outbox.ts';
import type { Translate } from '../../lib/text/text.ts';
import type { ScanLogEntry } from '../../ui/scan/scan-log.tsx';

/** A command that waits to be sent, as the last scans show it; it can be taken back until it is on its way. */
export function postedEntry(t: Translate, one: Posted): ScanLogEntry {
  const { key, input, at, state } = one.command;
  const action = { label: t('scan.undo'), name: t('scan.undoOf', { what: input.text }), run: () => cancelPosted(one) };
  return {
    key,
    state: state === 'refused' ? 'bad' : 'waiting',
    text: input.text,
    note: t(`scan.${state}`),
    at,
    action: state === 'waiting' ? action : undefined,
  };
}
