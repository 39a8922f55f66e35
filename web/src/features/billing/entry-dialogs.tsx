import type { Entry } from '@longshore/contract';
import { CorrectionDialog } from './correction-dialog.tsx';
import { EntryDialog, type EntryDialogProps } from './entry-dialog.tsx';
import { ReversalDialog } from './reversal-dialog.tsx';

/** What the button that opens the dialog says. */
export function entryAction({ quantity, is_closed, corrected_by }: Entry) {
  if (quantity < 0) return is_closed ? undefined : 'billing.entries.delete';
  if (!is_closed) return 'billing.entries.edit';
  return corrected_by.length > 0 ? undefined : 'billing.entries.correct';
}

/**
 * What can be done with an entry: change it, or correct it when its month is closed; one that takes back is deleted.
 */
export function EntryDialogs(props: EntryDialogProps) {
  const { quantity, is_closed } = props.entry;
  if (quantity < 0) return <ReversalDialog {...props} />;
  return is_closed ? <CorrectionDialog {...props} /> : <EntryDialog {...props} />;
}
