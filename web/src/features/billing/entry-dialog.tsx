import { api, type Entry, EntryUpdate } from '@longshore/contract';
import { call, refresh, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { DecimalField, MoneyField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { chargeOf, shownAmount } from './amounts.ts';

const valuesOf = (entry: Entry) => EntryUpdate.parse(entry);

export interface EntryDialogProps {
  entry: Entry;
  /** Where the dialog was opened on the entry's own page, there is no such page any more. */
  onDeleted?: () => void;
  onClose: () => void;
}

/** Corrects an entry. With a quantity of 0 the button deletes it, for those who may. */
export function EntryDialog({ entry, onDeleted, onClose }: EntryDialogProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const update = useWrite(api.billingEntries.update, handledByForm);
  const params = { id: entry.id };
  const form = useRecordForm({
    draft: `billing entry ${entry.id}`,
    schema: EntryUpdate,
    initial: valuesOf(entry),
    refusedInline: true,
    reload: async () => valuesOf(await call(api.billingEntries.get, { params })),
    save: (body) => update.mutateAsync({ params, body }),
    onSaved: (saved) => {
      void refresh(api.billingEntries.list);
      if (saved === true) toast({ id: 'billing entry', message: t('billing.entries.deleted') });
      if (saved === true && onDeleted) return onDeleted();
      void refresh(api.billingExplanation.get, { params });
      void refresh(api.records.traces);
      onClose();
    },
  });
  const { quantity } = form.values;
  const isRemoved = quantity.trim() !== '' && Number(quantity) === 0;
  const mayRemove = can('delete_billing_entry');
  return (
    <FormDialog
      form={form}
      title={t('billing.entries.edit')}
      onClose={onClose}
      saveLabel={isRemoved && mayRemove ? 'billing.entries.delete' : 'common.save'}
      danger={isRemoved && mayRemove}
      other={
        <span>
          {entry.client} · {entry.meta_name} · {format.money(shownAmount(chargeOf(form.values)))}
        </span>
      }
    >
      <DayField
        {...form.field('bill_date')}
        set={(day) => form.set({ bill_date: day ?? '' })}
        label="billing.entries.billDate"
        span={6}
      />
      <TextField {...form.field('reference')} label="billing.entries.reference" span={6} />
      <DecimalField {...form.field('quantity')} label="billing.entries.quantity" span={6} />
      <MoneyField {...form.field('price')} label="billing.entries.price" span={6} />
      <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} />
    </FormDialog>
  );
}
