import { api } from '@longshore/contract';
import { refresh, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCorrection } from './entry-columns.tsx';
import type { EntryDialogProps } from './entry-dialog.tsx';

/** An entry that takes another one back: it is deleted, with what replaced the other, or stays as it is. */
export function ReversalDialog({ entry, onDeleted, onClose }: EntryDialogProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const correction = useCorrection();
  const title = `${correction(entry)} · ${format.money(entry.total)}`;
  const update = useWrite(api.billingEntries.update, {
    onSuccess: () => {
      void refresh(api.billingEntries.list);
      toast({ id: 'billing entry', message: t('billing.entries.deleted') });
      if (onDeleted) onDeleted();
      else onClose();
    },
  });
  if (entry.is_closed || !can('delete_billing_entry'))
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{translateMessage(t, 'EntryTakesBack')}</p>
      </Dialog>
    );
  const { bill_date, reference, price, note, updated_at } = entry;
  const body = { bill_date, reference, price, note, updated_at, quantity: 0 };
  return (
    <ConfirmDialog
      title={title}
      text={t('billing.entries.deleteReversal')}
      confirm={t('billing.entries.delete')}
      danger
      busy={update.isPending}
      onConfirm={() => update.mutate({ params: { id: entry.id }, body })}
      onClose={onClose}
    />
  );
}
