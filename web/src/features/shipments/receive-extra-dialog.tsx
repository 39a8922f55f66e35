import { api, Id, LINE_UNITS_MAX, type Shipment } from '@longshore/contract';
import { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberShipment } from './shipment-cache.ts';

const ExtraDraft = z.object({
  lineId: Id,
  quantity: z.number().int('InvalidQuantity').positive('InvalidQuantity').max(LINE_UNITS_MAX, 'InvalidQuantity'),
});

/** More came than was ordered: the line of the receipt and the order's line are raised, and the units are received as usual. */
export default function ReceiveExtraDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const change = useWrite(api.shipments.changeQuantity, handledByForm);
  const lines = shipment.shipment_lines;
  const lineOf = (id: number) => lines.find((line) => line.id === id);
  const form = useRecordForm({
    draft: `extra of shipment ${shipment.id}`,
    version: shipment.updated_at,
    schema: ExtraDraft,
    initial: { lineId: lines[0]?.id ?? 0, quantity: 1 },
    save: ({ lineId, quantity }) =>
      change.mutateAsync({
        params: { id: shipment.id, lineId },
        body: { quantity: (lineOf(lineId)?.quantity ?? 0) + quantity, shouldUpdateOrderLine: 1 },
      }),
    refusedInline: 'quantity',
    onSaved: (changed) => {
      rememberShipment(changed);
      const { lineId, quantity } = form.values;
      showSuccess(
        t('shipments.extra.done', { sku: lineOf(lineId)?.inventory.sku ?? '', count: format.number(quantity) }),
      );
      onClose();
    },
  });
  const chosen = lineOf(form.values.lineId);
  const expected = chosen?.quantity ?? 0;
  return (
    <FormDialog
      form={form}
      title={t('shipments.extra.title', { id: shipment.id })}
      saveLabel="shipments.extra.save"
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
        onChosen={(id) => form.set({ lineId: Number(id) })}
      />
      <QuantityField
        {...form.field('quantity')}
        label="shipments.extra.quantity"
        span={6}
        autoFocus
        note={t('shipments.extra.raises', {
          from: format.number(expected),
          to: format.number(expected + (form.values.quantity || 0)),
        })}
      />
    </FormDialog>
  );
}
