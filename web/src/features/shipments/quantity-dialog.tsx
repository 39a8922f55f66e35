import { api, type FulfilmentLine, Id, LINE_UNITS_MAX, LineQuantityInput, type Shipment } from '@longshore/contract';
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
  /** More came than was ordered: units are added to the line and to its order line, and are received as usual. */
  isExtra?: boolean;
  onClose: () => void;
}

type LineOf = (id: number) => FulfilmentLine | undefined;

/** A line keeps at least what was fulfilled of it, and units that are added are at least one. */
const schemaOf = (lineOf: LineOf, isExtra: boolean) =>
  LineQuantityInput.extend({ lineId: Id }).superRefine(({ lineId, quantity }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['quantity'], message });
    const { fulfilled = 0, quantity: now = 0 } = lineOf(lineId) ?? {};
    if (isExtra ? quantity < 1 || now + quantity > LINE_UNITS_MAX : false) refuse('InvalidQuantity');
    else if (!isExtra && quantity < fulfilled) refuse(`QuantityBelowFulfilled:${fulfilled}`);
  });

function useQuantityForm({ shipment, line, isExtra = false, onClose }: QuantityDialogProps, lineOf: LineOf) {
  const t = useText();
  const format = useFormat();
  const change = useWrite(api.shipments.changeQuantity, handledByForm);
  const form = useRecordForm({
    // Never restored onto a shipment that has changed, nor for another line.
    draft: `${isExtra ? 'extra' : 'quantity'} of shipment ${shipment.id} ${line?.id}`,
    version: shipment.updated_at,
    schema: schemaOf(lineOf, isExtra),
    initial: {
      lineId: line?.id ?? 0,
      quantity: isExtra ? 1 : (line?.quantity ?? 0),
      shouldUpdateOrderLine: isExtra ? 1 : 0,
    },
    save: ({ lineId, quantity, shouldUpdateOrderLine }) => {
      const before = isExtra ? (lineOf(lineId)?.quantity ?? 0) : 0;
      const body = { quantity: before + quantity, shouldUpdateOrderLine };
      return change.mutateAsync({ params: { id: shipment.id, lineId }, body }).catch((error) => {
        const { status, errors = {}, keys = {} } = asFailure(error);
        if (status !== 422) throw error;
        // The specification's sentence comes first; what is wrong is said beside its field.
        const first = { _: ['NewQuantityFailed'] };
        throw new ApiFailure(422, { errors: { ...first, ...errors }, keys: { ...first, ...keys } });
      });
    },
    refusedInline: 'quantity',
    onSaved: (changed) => {
      const sku = lineOf(form.values.lineId)?.inventory.sku ?? '';
      const quantity = format.number(form.values.quantity);
      rememberShipment(changed);
      showSuccess(
        isExtra ? t('shipments.extra.done', { sku, count: quantity }) : t('shipments.quantity.done', { sku, quantity }),
      );
      onClose();
    },
  });
  return form;
}

/** Changes the quantity of a line, and of the order line with it; or raises both by what came in addition. */
export default function QuantityDialog(props: QuantityDialogProps) {
  const { shipment, isExtra = false, onClose } = props;
  const t = useText();
  const format = useFormat();
  const lines = shipment.shipment_lines;
  const lineOf: LineOf = (id) => lines.find((known) => known.id === id);
  const form = useQuantityForm(props, lineOf);
  const chosen = lineOf(form.values.lineId);
  const { quantity = 0, fulfilled = 0 } = chosen ?? {};
  const raised = t('shipments.extra.raises', {
    from: format.number(quantity),
    to: format.number(quantity + (form.values.quantity || 0)),
  });
  const now = t('shipments.quantity.now', { quantity: format.number(quantity), fulfilled: format.number(fulfilled) });
  // A kit is ordered as a whole.
  const isOfKit = chosen !== undefined && chosen.order_line.kit_id !== null;
  return (
    <FormDialog
      form={form}
      title={t(isExtra ? 'shipments.extra.title' : 'shipments.quantity.title', { id: shipment.id })}
      saveLabel={isExtra ? 'shipments.extra.save' : 'shipments.quantity.save'}
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
          form.set(
            isExtra
              ? { lineId: Number(id) }
              : { lineId: Number(id), quantity: lineOf(Number(id))?.quantity ?? 0, shouldUpdateOrderLine: 0 },
          )
        }
      />
      <QuantityField
        {...form.field('quantity')}
        label={isExtra ? 'shipments.extra.quantity' : 'shipments.quantity.new'}
        span={6}
        autoFocus
        note={isExtra ? raised : now}
      />
      {!isExtra && (
        <SwitchField
          {...form.field('shouldUpdateOrderLine')}
          label="shipments.quantity.alsoOrder"
          hint={isOfKit ? 'shipments.quantity.kitHint' : 'shipments.quantity.alsoOrderHint'}
          disabled={isOfKit}
          span={12}
        />
      )}
    </FormDialog>
  );
}
