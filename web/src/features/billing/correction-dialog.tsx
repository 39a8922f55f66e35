import { api, CorrectionInput, Money } from '@longshore/contract';
import { Alert } from '@mantine/core';
import { refresh, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { chargeOf, shownAmount } from './amounts.ts';
import css from './billing.module.css';
import { useCorrection } from './entry-columns.tsx';
import type { EntryDialogProps } from './entry-dialog.tsx';

/** Corrects an entry of a closed month; one that was corrected already only says so. */
export function CorrectionDialog({ entry, onClose }: EntryDialogProps) {
  const t = useText();
  const correction = useCorrection();
  if (!entry.corrected_by.length) return <CorrectionForm entry={entry} onClose={onClose} />;
  return (
    <Dialog title={t('billing.entries.correct')} onClose={onClose}>
      <p className={css.wide}>{t('billing.entries.isCorrected', { what: correction({ ...entry, corrects: null }) })}</p>
    </Dialog>
  );
}

function CorrectionForm({ entry, onClose }: EntryDialogProps) {
  const t = useText();
  const format = useFormat();
  const correct = useWrite(api.billingEntries.correct, handledByForm);
  const form = useRecordForm({
    draft: `billing correction ${entry.id}`,
    schema: CorrectionInput,
    initial: CorrectionInput.parse({ quantity: entry.quantity, price: entry.price, note: '' }),
    refusedInline: true,
    save: (body) => correct.mutateAsync({ params: { id: entry.id }, body }),
    onSaved: (made) => {
      void refresh(api.billingEntries.list);
      void refresh(api.billingStatements.get);
      void refresh(api.billingExplanation.get);
      const day = format.date(made[0]?.bill_date ?? '');
      toast({ id: 'billing correction', message: t('billing.entries.corrected', { day }) });
      onClose();
    },
  });
  const difference = shownAmount(chargeOf(form.values).minus(Money.of(String(entry.total))));
  return (
    <FormDialog
      form={form}
      title={t('billing.entries.correct')}
      onClose={onClose}
      saveLabel="billing.entries.correctAction"
      other={<span>{t('billing.entries.difference', { amount: format.money(difference) })}</span>}
    >
      <Alert className={css.wide} color="gray" variant="light">
        {t('billing.entries.correctHint', {
          item: entry.meta_name,
          day: format.date(entry.bill_date),
          quantity: format.number(entry.quantity, { maximumFractionDigits: 4 }),
          price: format.money(entry.price),
          total: format.money(entry.total),
        })}
      </Alert>
      <MoneyField
        {...form.field('quantity')}
        label="billing.entries.rightQuantity"
        hint="billing.entries.rightQuantityHint"
        span={6}
      />
      <MoneyField {...form.field('price')} label="billing.entries.rightPrice" span={6} />
      <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} />
    </FormDialog>
  );
}
