import { AdjustInput, api, type Inventory, type StockRow } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { ShortLines, useShortLines } from './short-lines.tsx';
import { refreshStock } from './stock-cache.ts';
import { plateNumber, useRowText } from './stock-words.ts';
import { UnknownPlate } from './unknown-plate.tsx';

interface AdjustDialogProps {
  inventory: Inventory;
  /** The row to adjust, with its plate and lot fixed; without one, plate and lot are entered. */
  row?: StockRow | undefined;
  onClose: () => void;
}

const NEW_LOT = 0;

/** A lot is required; it is never guessed. */
const LottedInput = AdjustInput.refine(({ lotId, newLot }) => lotId !== null || newLot.lot !== '', {
  path: ['lotId'],
  message: 'LotIsRequired',
});

/** Adjusts the quantity of a row by a difference. */
export function AdjustDialog({ inventory, row, onClose }: AdjustDialogProps) {
  const t = useText();
  const format = useFormat();
  const adjust = useWrite(api.stock.adjust, handledByForm);
  const describeRow = useRowText();
  const short = useShortLines();
  const form = useRecordForm({
    draft: `adjust ${inventory.id} ${row?.id ?? 'new'}`,
    schema: inventory.config.lot === 1 && !row ? LottedInput : AdjustInput,
    initial: {
      inventory_id: inventory.id,
      client_id: inventory.client_id,
      license: plateNumber(row?.license ?? ''),
      lotId: row?.lot_id ?? null,
      serialId: null,
      newLot: { lot: '', expire: null },
      qty: 0,
      quarantine: 0,
      reference: '',
      is_disposal: 0,
      short_lines: 0,
    },
    save: (body) => short.send((short_lines) => adjust.mutateAsync({ body: { ...body, short_lines } })),
    refusedInline: true,
    onSaved: (answer) => {
      void refreshStock(answer);
      onClose();
    },
  });
  const { qty } = form.values;
  const after =
    row && qty !== 0 && row.total + qty >= 0 ? t('stock.after', { count: format.number(row.total + qty) }) : undefined;
  return (
    <FormDialog
      form={form}
      title={t('stock.adjustOf', { sku: inventory.sku })}
      saveLabel="stock.adjust"
      onClose={onClose}
    >
      <ShortLines reserving={short.reserving} isBusy={form.saving} onShorten={() => void short.shorten(form.submit)} />
      <QuantityField
        {...form.field('qty')}
        label="stock.difference"
        {...(after ? { note: after } : { hint: 'stock.differenceHint' as const })}
        suffix={inventory.base_uom}
        span={6}
        signed
        zeroIsBlank
        autoFocus
      />
      <TextField
        {...form.field('license')}
        label="inventory.plate"
        {...(row ? { disabled: true, note: describeRow(row) } : { hint: 'stock.plateHint' as const })}
        span={6}
        mono
      />
      <UnknownPlate
        error={form.field('license').error}
        clientId={inventory.client_id}
        onCreated={() => void form.submit()}
      />
      {inventory.config.lot === 1 && <LotFields form={form} inventory={inventory} isKnown={row !== undefined} />}
      <TextField {...form.field('reference')} label="stock.reference" hint="stock.referenceHint" span={12} />
    </FormDialog>
  );
}

interface LotProps {
  form: RecordForm<AdjustInput>;
  inventory: Inventory;
  /** The lot is fixed by the row. */
  isKnown: boolean;
}

/** An existing lot, or number and expiry of a new one. */
function LotFields({ form, inventory, isKnown }: LotProps) {
  const t = useText();
  const { lotId } = form.values;
  const lotField = form.field('lotId');
  const newLot = form.within('newLot');
  const expire = newLot('expire');
  return (
    <>
      <SelectField
        {...lotField}
        value={lotId ?? NEW_LOT}
        set={(id) => lotField.set(id || null)}
        label="inventory.lot"
        span={lotId === null ? 4 : 12}
        disabled={isKnown}
        choices={[
          ...inventory.lot_qty.map((lot) => ({ value: String(lot.lot_id), label: lot.lot_number })),
          { value: String(NEW_LOT), label: t('stock.newLot') },
        ]}
      />
      {lotId === null && (
        <>
          <TextField {...newLot('lot')} label="stock.lotNumber" span={4} mono />
          <DayField
            {...expire}
            set={(day) => form.set({ newLot: { ...form.values.newLot, expire: day } })}
            label="inventory.expires"
            span={4}
          />
        </>
      )}
    </>
  );
}
