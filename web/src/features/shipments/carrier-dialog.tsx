import { api, CarrierInput, PAYMENTS, type Shipment } from '@longshore/contract';
import { useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { CountryField } from '../../ui/form/country-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

/** Chooses who ships it and who pays; a courier brings its own payment and account. */
export default function CarrierDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const { data: carriers = [] } = useRead(api.shipments.carriers, { params: { id: shipment.id } });
  const save = useWrite(api.shipments.setCarrier, handledByForm);
  const { id: courier_id, name, payment_method, account, billing_country_code, billing_zip } = shipment.courier;
  const form = useRecordForm({
    // Never restored onto a shipment that has changed.
    draft: `carrier of shipment ${shipment.id}`,
    version: shipment.updated_at,
    schema: CarrierInput,
    initial: { courier_id, payment_method, account, billing_country_code, billing_zip },
    save: (body) => save.mutateAsync({ params: { id: shipment.id }, body }),
    refusedInline: 'courier_id',
    onSaved: (changed) => {
      rememberShipment(changed);
      showSuccess(t('shipments.carrier.done', { id: shipment.id, name: changed.courier.name }));
      onClose();
    },
  });
  // The courier that it has may be disabled by now, and is then not offered to others.
  const offered = carriers.some(({ id }) => id === courier_id) ? carriers : [{ id: courier_id, name }, ...carriers];
  const choose = (id: string) => {
    const chosen = carriers.find((known) => String(known.id) === id);
    if (!chosen) return;
    const { name: _, id: chosenId, ...own } = chosen;
    form.set({ courier_id: chosenId, ...own });
  };
  return (
    <FormDialog form={form} title={t('shipments.carrier.dialog', { id: shipment.id })} onClose={onClose}>
      <SelectField
        {...form.field('courier_id')}
        label="shipments.courier"
        span={6}
        choices={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
        onChosen={choose}
      />
      <SelectField
        {...form.field('payment_method')}
        label="orders.payment"
        span={6}
        choices={PAYMENTS.map((value) => ({ value, label: t(`relations.payments.${value}`) }))}
      />
      {form.values.payment_method !== 'prepaid' && (
        <>
          <TextField {...form.field('account')} label="orders.collectAccount" span={4} />
          <CountryField {...form.field('billing_country_code')} label="orders.collectCountry" span={5} />
          <TextField {...form.field('billing_zip')} label="orders.collectZip" span={3} />
        </>
      )}
    </FormDialog>
  );
}
