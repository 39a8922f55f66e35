import { AdjustInput, api, type Inventory, MoveInput, type StockRow } from '@longshore/contract';
import type { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { BucketField, withRequiredBucket } from './bucket-field.tsx';
import { offerMoveBack } from './move-back.ts';
import css from './stock.module.css';
import { refreshStock } from './stock-cache.ts';
import { useRowText } from './stock-words.ts';

interface QuarantineDialogProps {
  inventory: Inventory;
  row: StockRow;
  onClose: () => void;
}

const Confirmed = MoveInput.pick({ reference: true, qty: true, serialId: true });
type ConfirmedForm = RecordForm<z.output<typeof Confirmed>>;

/** The full quantity of the row; for serial-controlled items 0 until a bucket is selected. */
const startOf = ({ inventory, row }: QuarantineDialogProps) => ({
  schema: withRequiredBucket(Confirmed, inventory),
  initial: { reference: '', qty: row.total, serialId: null },
});

interface QuestionProps extends QuarantineDialogProps {
  form: ConfirmedForm;
  text: (question: { count: string; sku: string; place: string }) => string;
}

/** The question with its quantity; shown once the bucket is selected. */
function Question({ form, inventory, row, text }: QuestionProps) {
  const format = useFormat();
  const describeRow = useRowText();
  const { qty, serialId } = form.values;
  const isSerialControlled = inventory.config.serial === 1;
  return (
    <>
      {isSerialControlled && (
        <BucketField {...form.field('serialId')} inventory={inventory} row={row} onChosen={form.set} />
      )}
      {(!isSerialControlled || serialId !== null) && (
        <p className={css.question}>
          {text({ count: format.number(qty), sku: inventory.sku, place: describeRow(row) })}
        </p>
      )}
    </>
  );
}

/** Takes the full row out of quarantine, in the same place. */
export function ConvertDialog(props: QuarantineDialogProps) {
  const { inventory, row, onClose } = props;
  const t = useText();
  const move = useWrite(api.stock.move, handledByForm);
  const moveOf = ({ reference, qty, serialId }: Pick<MoveInput, 'reference' | 'qty' | 'serialId'>): MoveInput => ({
    client_id: inventory.client_id,
    inventory_id: inventory.id,
    lotId: row.lot_id,
    qty,
    serialId,
    from_lp: row.license,
    to_lp: row.license,
    is_from_quarantine: 1,
    is_to_quarantine: 0,
    reference,
    short_lines: 0,
  });
  const form = useRecordForm({
    draft: `convert ${inventory.id} ${row.id}`,
    ...startOf(props),
    save: (values) => move.mutateAsync({ body: moveOf(values) }),
    refusedInline: true,
    onSaved: (answer) => {
      void refreshStock(answer);
      onClose();
      offerMoveBack(inventory.sku, moveOf(form.values));
    },
  });
  return (
    <FormDialog form={form} title={t('stock.convert')} saveLabel="stock.convert" size={560} onClose={onClose}>
      <Question {...props} form={form} text={(question) => t('stock.convertText', question)} />
      <TextField
        {...form.field('reference')}
        label="stock.reference"
        span={12}
        autoFocus={inventory.config.serial === 0}
      />
    </FormDialog>
  );
}

/** Disposes of the full row: an adjustment that cannot be undone. */
export function DisposeDialog(props: QuarantineDialogProps) {
  const { inventory, row, onClose } = props;
  const t = useText();
  const adjust = useWrite(api.stock.adjust, handledByForm);
  const form = useRecordForm({
    draft: `dispose ${inventory.id} ${row.id}`,
    ...startOf(props),
    save: ({ reference, qty, serialId }) =>
      adjust.mutateAsync({
        body: AdjustInput.parse({
          client_id: inventory.client_id,
          inventory_id: inventory.id,
          lotId: row.lot_id,
          qty: -qty,
          serialId,
          license: row.license,
          quarantine: 1,
          is_disposal: 1,
          reference,
        }),
      }),
    refusedInline: true,
    onSaved: (answer) => {
      void refreshStock(answer);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('stock.disposal')}
      saveLabel="stock.disposeAll"
      size={440}
      onClose={onClose}
      danger
    >
      <Question {...props} form={form} text={(question) => t('stock.disposeText', question)} />
      <TextField
        {...form.field('reference')}
        label="stock.reason"
        span={12}
        autoFocus={inventory.config.serial === 0}
      />
    </FormDialog>
  );
}
