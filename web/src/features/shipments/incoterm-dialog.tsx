import { api, INCOTERMS, IncotermInput, type Shipment } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

/** Chooses the Incoterm that the commercial invoice prints, with its place. */
export default function IncotermDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const save = useWrite(api.shipments.setIncoterm, handledByForm);
  const { id, incoterm, incoterm_place } = shipment;
  const form = useRecordForm({
    draft: null,
    schema: IncotermInput,
    initial: { incoterm, incoterm_place },
    save: (body) => save.mutateAsync({ params: { id }, body }),
    refusedInline: true,
    onSaved: (changed) => {
      rememberShipment(changed);
      showSuccess(t('shipments.incoterm.done', { id }));
      onClose();
    },
  });
  const choices = INCOTERMS.map((value) => ({ value, label: `${value} · ${t(`shipments.incoterm.names.${value}`)}` }));
  return (
    <FormDialog form={form} title={t('shipments.incoterm.dialog', { id })} onClose={onClose}>
      <SelectField
        {...form.field('incoterm')}
        label="shipments.incoterm.title"
        hint="shipments.incoterm.hint"
        span={12}
        onChosen={(chosen) => chosen === '' && form.set({ incoterm_place: '' })}
        choices={[{ value: '', label: t('shipments.incoterm.noneChoice') }, ...choices]}
      />
      <TextField
        {...form.field('incoterm_place')}
        label="shipments.incoterm.place"
        hint="shipments.incoterm.placeHint"
        span={12}
        disabled={form.values.incoterm === ''}
      />
    </FormDialog>
  );
}
