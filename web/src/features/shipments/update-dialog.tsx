import { api, type Shipment, ShipmentUpdateForm, UPDATE_FIELDS, type UpdateField } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

const currentValues = ({ tracking, carton_count, attr_1 }: Shipment): Record<UpdateField, string> => ({
  waybill: tracking.waybill,
  cost: String(tracking.cost),
  carton_count: String(carton_count),
  attr_1,
});

/** Waybill, charge, carton count and attribute in one form; only what was changed is sent. */
export default function UpdateDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const update = useWrite(api.shipments.update, handledByForm);
  const current = currentValues(shipment);
  const form = useRecordForm({
    // Never restored onto a shipment that has changed.
    draft: `update of shipment ${shipment.id}`,
    version: shipment.updated_at,
    schema: ShipmentUpdateForm,
    initial: current,
    save: async (values) => {
      const changed = UPDATE_FIELDS.filter((field) => values[field] !== current[field]);
      if (!changed.length) return undefined;
      const body = Object.fromEntries(changed.map((field) => [field, values[field]]));
      return update.mutateAsync({ params: { id: shipment.id }, body });
    },
    refusedInline: true,
    onSaved: (changed) => {
      if (changed) {
        rememberShipment(changed);
        showSuccess(t('shipments.update.done', { id: shipment.id }));
      }
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('shipments.update.title', { id: shipment.id })}
      saveLabel="shipments.update.action"
      onClose={onClose}
    >
      <TextField {...form.field('waybill')} label="shipments.waybill" span={12} mono autoFocus />
      <TextField {...form.field('cost')} label="shipments.cost" span={6} />
      <TextField {...form.field('carton_count')} label="shipments.cartonCount" span={6} />
      <TextField {...form.field('attr_1')} label="shipments.attr_1" span={12} />
    </FormDialog>
  );
}
