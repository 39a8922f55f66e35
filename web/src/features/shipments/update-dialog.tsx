import { api, type Shipment, ShipmentUpdateForm, UPDATE_CHOICES, type UpdateField } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

const currentValues = ({ tracking, carton_count, attr_1 }: Shipment): Record<UpdateField, string> => ({
  waybill: tracking.waybill,
  cost: String(tracking.cost),
  carton_count: String(carton_count),
  attr_1,
});

/** Changes one property of a shipment. As long as none is chosen, saving changes nothing. */
export default function UpdateDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const update = useWrite(api.shipments.update, handledByForm);
  const current = currentValues(shipment);
  const form = useRecordForm({
    // Never restored onto a shipment that has changed.
    draft: `update of shipment ${shipment.id}`,
    version: shipment.updated_at,
    schema: ShipmentUpdateForm,
    initial: { field: 'na', value: '' },
    save: async ({ field, value }) =>
      field === 'na' ? undefined : update.mutateAsync({ params: { id: shipment.id }, body: { field, value } }),
    refusedInline: true,
    onSaved: (changed) => {
      if (changed) {
        rememberShipment(changed);
        showSuccess(t('shipments.update.done', { id: shipment.id }));
      }
      onClose();
    },
  });
  const { field } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('shipments.update.title', { id: shipment.id })}
      saveLabel="shipments.update.action"
      onClose={onClose}
    >
      <SelectField
        {...form.field('field')}
        label="shipments.update.property"
        span={6}
        choices={UPDATE_CHOICES.map((value) => ({ value, label: t(`shipments.update.fields.${value}`) }))}
        onChosen={(chosen) => {
          const property = UPDATE_CHOICES.find((known) => known === chosen) ?? 'na';
          form.set({ field: property, value: property === 'na' ? '' : current[property] });
        }}
      />
      <TextField
        {...form.field('value')}
        label="shipments.update.value"
        span={6}
        disabled={field === 'na'}
        mono={field === 'waybill'}
      />
    </FormDialog>
  );
}
