import { api, type ChannelCourier, CourierMapping, type Integration } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { refreshMapped } from './integration-cache.ts';

interface CourierDialogProps {
  integration: Integration;
  /** The method that is mapped; undefined for one that no order had yet. */
  method?: string | undefined;
  courierId?: number | null | undefined;
  onClose: () => void;
}

/** Chooses the courier of a shipping method of the shop. */
export default function CourierDialog({ integration, method, courierId, onClose }: CourierDialogProps) {
  const t = useText();
  const { resources } = useSession();
  const map = useWrite(api.integrations.mapCourier, handledByForm);
  const said = ({ method: mapped, courier, courier_id }: ChannelCourier) => {
    const name = mapped || t('integrations.couriers.noMethod');
    return courier_id
      ? t('integrations.couriers.done', { method: name, courier })
      : t('integrations.couriers.cleared', { method: name });
  };
  const form = useRecordForm({
    draft: null,
    schema: CourierMapping,
    initial: { method: method ?? '', courier_id: courierId ?? 0 },
    save: (body) => map.mutateAsync({ params: { id: integration.id }, body }),
    refusedInline: 'courier_id',
    onSaved: (mapped) => {
      void refreshMapped(integration.id);
      showSuccess(said(mapped));
      onClose();
    },
  });
  const couriers = resources.couriers.filter(({ id, is_active }) => is_active || id === courierId);
  return (
    <FormDialog form={form} title={t('integrations.couriers.dialog')} onClose={onClose}>
      <TextField
        {...form.field('method')}
        label="integrations.couriers.method"
        {...(method === '' ? { note: t('integrations.couriers.noMethod') } : {})}
        span={12}
        disabled={method !== undefined}
        autoFocus={method === undefined}
      />
      <SelectField
        {...form.field('courier_id')}
        label="integrations.couriers.courier"
        span={12}
        autoFocus={method !== undefined}
        choices={[
          { value: '0', label: t('integrations.couriers.noCourier') },
          ...couriers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormDialog>
  );
}
