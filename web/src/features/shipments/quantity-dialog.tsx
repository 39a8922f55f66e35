import { api, type FulfilmentLine, Id, LineQuantityInput, type Shipment } from '@longshore/contract';
import { ApiFailure, asFailure, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, SwitchField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

interface QuantityDialogProps {
  shipment: Shipment;
  /** The line that is chosen first. */
  line: FulfilmentLine | undefined;
  onClose: () => void;
}

type LineOf = (id: number) => FulfilmentLine | undefined;

/** A line keeps at least what was fulfilled of it. */
const schemaOf = (lineOf: LineOf) =>
  LineQuantityInput.extend({ lineId: Id }).superRefine(({ lineId, quantity }, context) => {
    const done = lineOf(lineId)?.fulfilled ?? 0;
    if (quantity < done)
      context.addIssue({ code: 'custom', path: ['quantity'], message: `QuantityBelowFulfilled:${done}` });
  });

function useQuantityForm({ shipment, line, onClose }: QuantityDialogProps, lineOf: LineOf) {
  const t = useText();
  const format = useFormat();
  const change = useWrite(api.shipments.changeQuantity, handledByForm);
  const form = useRecordForm({
    // Never restored onto a shipment that has changed, nor for another line.
    draft: `quantity of shipment ${shipment.id} ${line?.id}`,
    version: shipment.updated_at,
    schema: schemaOf(lineOf),
    initial: { lineId: line?.id ?? 0, quantity: line?.quantity ?? 0, shouldUpdateOrderLine: 0 },
    save: ({ lineId, ...body }) =>
      change.mutateAsync({ params: { id: shipment.id, lineId }, body }).catch((error) => {
        const { status, errors = {}, keys = {} } = asFailure(error);
        if (status !== 422) throw error;
        // The specification's sentence comes first; what is wrong is said beside its field.
        const first = { _: ['NewQuantityFailed'] };
        throw new ApiFailure(422, { errors: { ...first, ...errors }, keys: { ...first, ...keys } });
      }),
    refusedInline: 'quantity',
    onSaved: (changed) => {
      const chosen = lineOf(form.values.lineId);
      rememberShipment(changed);
      const quantity = format.number(form.values.quantity);
      showSuccess(t('shipments.quantity.done', { sku: chosen?.inventory.sku ?? '', quantity }));
      onClose();
    },
  });
  return form;
}

/** Changes the quantity of a line, and of the order line with it. */
export default function QuantityDialog(props: QuantityDialogProps) {
  const { shipment, onClose } = props;
  const t = useText();
  const format = useFormat();
  const lines = shipment.shipment_lines;
  const lineOf: LineOf = (id) => lines.find((known) => known.id === id);
  const form = useQuantityForm(props, lineOf);
  const chosen = lineOf(form.values.lineId);
  // A kit is ordered as a whole.
  const isOfKit = chosen !== undefined && chosen.order_line.kit_id !== null;
  return (
    <FormDialog
      form={form}
      title={t('shipments.quantity.title', { id: shipment.id })}
      saveLabel="shipments.quantity.save"
      onClose={onClose}
    >
      <SelectField
        {...form.field('lineId')}
        label="shipments.quantity.line"
        span={12}
        choices={lines.map(({ id, inventory }) => ({
          value: String(id),
          label: `${inventory.sku} · ${inventory.name}`,
        }))}
        onChosen={(id) =>
          form.set({ lineId: Number(id), quantity: lineOf(Number(id))?.quantity ?? 0, shouldUpdateOrderLine: 0 })
        }
      />
      <QuantityField
        {...form.field('quantity')}
        label="shipments.quantity.new"
        span={6}
        autoFocus
        {...(chosen
          ? {
              note: t('shipments.quantity.now', {
                quantity: format.number(chosen.quantity),
                fulfilled: format.number(chosen.fulfilled),
              }),
            }
          : {})}
      />
      <SwitchField
        {...form.field('shouldUpdateOrderLine')}
        label="shipments.quantity.alsoOrder"
        hint={isOfKit ? 'shipments.quantity.kitHint' : 'shipments.quantity.alsoOrderHint'}
        disabled={isOfKit}
        span={12}
      />
    </FormDialog>
  );
}
