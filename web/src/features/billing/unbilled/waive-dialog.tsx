import { api, keyOfUnbilled, type UnbilledRow, WaiveInput } from '@longshore/contract';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';

export const refreshUnbilled = () => Promise.all([refresh(api.unbilled.list), refresh(api.dashboard.get)]);

interface WaiveDialogProps {
  rows: readonly UnbilledRow[];
  /** Only this shipment of the row. */
  shipmentId?: number | null | undefined;
  onClose: () => void;
}

/** The days are not in it: they grow every night, and the note is still about the same. */
const recordOf = (row: UnbilledRow) =>
  [row.client_id, row.reason, row.billable_type, row.direction, row.activity_id, row.item_id].join(' ');

/** Nothing is charged for the rows: a note says why. */
export function WaiveDialog({ rows, shipmentId = null, onClose }: WaiveDialogProps) {
  const t = useText();
  const waive = useWrite(api.unbilled.waive, handledByForm);
  const form = useRecordForm({
    draft: `waive ${rows.map(recordOf).join(', ')} ${shipmentId ?? 'all'}`,
    // A draft holds the note only: the rows are always those of the screen.
    schema: WaiveInput.omit({ rows: true }),
    initial: { note: '' },
    refusedInline: true,
    save: ({ note }) => waive.mutateAsync({ body: { rows: rows.map((row) => keyOfUnbilled(row, shipmentId)), note } }),
    onSaved: () => {
      void refreshUnbilled();
      showSuccess(t('billing.unbilled.waivedNow'));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('billing.unbilled.waiveTitle')}
      size={440}
      saveLabel="billing.unbilled.waive"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('note')}
        label="billing.unbilled.note"
        hint="billing.unbilled.waiveHint"
        required
        span={12}
      />
    </FormDialog>
  );
}

/** Takes waivers back, at once: it can be waived again. */
export function useUnwaive(): (rows: readonly UnbilledRow[]) => void {
  const t = useText();
  const unwaive = useWrite(api.unbilled.unwaive, {
    onSuccess: () => {
      showSuccess(t('billing.unbilled.unwaived'));
      return refreshUnbilled();
    },
  });
  return (rows) =>
    unwaive.mutate({
      body: { rows: rows.map((row) => ({ ...keyOfUnbilled(row), waived_at: row.waived_at ?? '' })) },
    });
}
