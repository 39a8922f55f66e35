import { api, RunInput } from '@longshore/contract';
import { useState } from 'react';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import css from './accrual.module.css';
import { ClientsField } from './clients-field.tsx';
import { findLosses, LossConsent, type Losses } from './run-losses.tsx';

/** Charges a span of days again, by default the month so far. */
export function RunDialog({ lastDay, onClose }: { lastDay: string; onClose: () => void }) {
  const t = useText();
  const start = useWrite(api.billingRuns.start, handledByForm);
  const [losses, setLosses] = useState<Losses>();
  const form = useRecordForm({
    draft: null,
    schema: RunInput,
    initial: { from: `${lastDay.slice(0, 8)}01`, to: lastDay, client_ids: [] as number[], may_lower: 0 as 0 | 1 },
    refusedInline: true,
    save: async (body) => {
      const found = body.may_lower ? undefined : await findLosses(body);
      setLosses(found);
      return found ? undefined : start.mutateAsync({ body });
    },
    onSaved: (run) => {
      // What would be removed or lowered is shown first.
      if (!run) return;
      void refresh(api.billingRuns.state);
      showSuccess(t('billing.accrual.started'));
      onClose();
    },
  });
  const { value: mayLower, set: setMayLower } = form.field('may_lower');
  return (
    <FormDialog form={form} title={t('billing.accrual.again')} saveLabel="billing.accrual.start" onClose={onClose}>
      <p className={css.hint} tabIndex={-1} data-autofocus>
        {t('billing.accrual.againHint')}
      </p>
      <DayField
        {...form.field('from')}
        set={(day) => form.set({ from: day ?? '' })}
        label="billing.accrual.from"
        span={6}
      />
      <DayField {...form.field('to')} set={(day) => form.set({ to: day ?? '' })} label="billing.accrual.to" span={6} />
      <ClientsField
        {...form.field('client_ids')}
        label="billing.accrual.clients"
        hint="billing.accrual.clientsHint"
        span={12}
      />
      {losses && <LossConsent losses={losses} value={mayLower} set={setMayLower} />}
    </FormDialog>
  );
}
