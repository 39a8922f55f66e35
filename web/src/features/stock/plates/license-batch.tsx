import { api, type License, LicenseBatch, UNMEASURED } from '@longshore/contract';
import { useWrite } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { ClientField } from '../../records/index.ts';
import { refreshLicenses } from './license-cache.ts';
import { PlateFields, usePalletUom } from './plate-fields.tsx';

interface BatchProps {
  onMade: (title: string, plates: License[]) => void;
  onClose: () => void;
}

/** Creates many plates, numbered consecutively. */
export function BatchDialog({ onMade, onClose }: BatchProps) {
  const t = useText();
  const { user } = useSession();
  const pallet = usePalletUom();
  const create = useWrite(api.licenses.batch, handledByForm);
  const form = useRecordForm({
    draft: 'plates new',
    schema: LicenseBatch,
    initial: { start: '', count: 1, client_id: user.working_client?.id ?? 0, uom_id: pallet, ...UNMEASURED },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (made) => {
      void refreshLicenses();
      onMade(t('licenses.batchDone', { count: made.length }), made);
    },
  });
  return (
    <FormDialog form={form} title={t('licenses.batchTitle')} onClose={onClose} saveLabel="licenses.create">
      <TextField {...form.field('start')} label="licenses.start" hint="licenses.startHint" span={6} autoFocus />
      <QuantityField {...form.field('count')} required label="licenses.count" span={6} />
      <ClientField
        {...form.field('client_id')}
        set={(id) => form.set({ client_id: id ?? 0 })}
        label="licenses.client"
        span={12}
        company={user.working_client?.company}
      />
      <PlateFields field={form.field} />
    </FormDialog>
  );
}
