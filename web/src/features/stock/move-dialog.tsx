import { api, type Inventory, MoveInput, type StockRow } from '@longshore/contract';
import { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { BucketField, withRequiredBucket } from './bucket-field.tsx';
import { offerMoveBack } from './move-back.ts';
import { ShortLines, useShortLines } from './short-lines.tsx';
import { refreshStock } from './stock-cache.ts';
import { plateNumber, useRowText } from './stock-words.ts';
import { UnknownPlate } from './unknown-plate.tsx';

interface MoveDialogProps {
  inventory: Inventory;
  /** The source row; without one it is selected in the form. */
  row?: StockRow | undefined;
  onClose: () => void;
}

/** The API takes the plate and lot of the source; the form selects a row. */
const MoveForm = MoveInput.extend({ row: z.number() });

/** Moves pristine stock to another plate, to no plate, or into quarantine. */
export function MoveDialog({ inventory, row, onClose }: MoveDialogProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const describeRow = useRowText();
  const move = useWrite(api.stock.move, handledByForm);
  const rows = inventory.stock.filter(({ quarantine }) => !quarantine);
  const first = row ?? rows[0];
  const short = useShortLines();
  const form = useRecordForm({
    draft: `move ${inventory.id} ${row?.id ?? 'any'}`,
    schema: withRequiredBucket(MoveForm, inventory),
    initial: MoveForm.parse({
      inventory_id: inventory.id,
      client_id: inventory.client_id,
      row: first?.id ?? 0,
      from_lp: first?.license ?? '',
      lotId: first?.lot_id ?? null,
      qty: first?.total ?? 0,
    }),
    save: ({ row: _, ...body }) => short.send((short_lines) => move.mutateAsync({ body: { ...body, short_lines } })),
    refusedInline: true,
    onSaved: (answer) => {
      void refreshStock(answer);
      onClose();
      // Moving the goods back would not give the shipments their units again.
      if (!short.isShortening()) offerMoveBack(inventory.sku, form.values);
    },
  });
  const from = rows.find(({ id }) => id === form.values.row) ?? first;
  return (
    <FormDialog form={form} title={t('stock.moveOf', { sku: inventory.sku })} saveLabel="stock.move" onClose={onClose}>
      <ShortLines reserving={short.reserving} isBusy={form.saving} onShorten={() => void short.shorten(form.submit)} />
      <SelectField
        {...form.field('row')}
        required={false}
        label="stock.from"
        span={12}
        disabled={row !== undefined || rows.length < 2}
        choices={rows.map((choice) => ({
          value: String(choice.id),
          label: `${describeRow(choice)} · ${format.number(choice.total)}`,
        }))}
        onChosen={(id) => {
          const chosen = rows.find((known) => String(known.id) === id);
          if (chosen) form.set({ from_lp: chosen.license, lotId: chosen.lot_id, qty: chosen.total, serialId: null });
        }}
      />
      <Goods form={form} inventory={inventory} from={from} />
      {can(api.stock.adjust.access) && (
        <SwitchField
          {...form.field('is_to_quarantine')}
          set={(into) =>
            form.set({
              is_to_quarantine: into,
              // Damaged goods usually stay on their plate.
              ...(into && !form.values.to_lp ? { to_lp: plateNumber(from?.license ?? '') } : {}),
            })
          }
          label="stock.intoQuarantine"
          hint="stock.intoQuarantineHint"
          span={12}
        />
      )}
      <TextField
        {...form.field('reference')}
        label={form.values.is_to_quarantine ? 'stock.reason' : 'stock.reference'}
        span={12}
      />
    </FormDialog>
  );
}

interface GoodsProps {
  form: RecordForm<z.output<typeof MoveForm>>;
  inventory: Inventory;
  from: StockRow | undefined;
}

/** Quantity and target: a number of units, or a bucket with all of its units. */
function Goods({ form, inventory, from }: GoodsProps) {
  const t = useText();
  const format = useFormat();
  const isSerialControlled = inventory.config.serial === 1;
  const { row, serialId } = form.values;
  return (
    <>
      {isSerialControlled && (
        <BucketField
          key={`bucket ${row}`}
          {...form.field('serialId')}
          inventory={inventory}
          row={from}
          onChosen={form.set}
        />
      )}
      <TextField
        {...form.field('to_lp')}
        label="stock.to"
        hint="stock.plateHint"
        span={6}
        mono
        autoFocus={!isSerialControlled}
      />
      {(!isSerialControlled || serialId !== null) && (
        <QuantityField
          key={row}
          {...form.field('qty')}
          label="inventory.quantity"
          disabled={isSerialControlled}
          note={t('stock.onHand', { count: format.number(from?.total ?? 0) })}
          suffix={inventory.base_uom}
          span={6}
          zeroIsBlank
        />
      )}
      <UnknownPlate
        error={form.field('to_lp').error}
        clientId={inventory.client_id}
        onCreated={() => void form.submit()}
      />
    </>
  );
}
