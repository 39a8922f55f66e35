import { AdjustInput, api, type Inventory, MoveInput, type StockRow } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import css from './stock.module.css';
import { rememberStock } from './stock-cache.ts';
import { useRowWords } from './stock-words.ts';

interface QuarantineDialogProps {
  inventory: Inventory;
  row: StockRow;
  onClose: () => void;
}

const Confirmed = MoveInput.pick({ reference: true });

function useQuestion({ inventory, row }: QuarantineDialogProps) {
  const format = useFormat();
  const sayRow = useRowWords();
  return { count: format.number(row.total), sku: inventory.sku, place: sayRow(row) };
}

/** Out of quarantine, all of it, where it stands. */
export function ConvertDialog(props: QuarantineDialogProps) {
  const { inventory, row, onClose } = props;
  const t = useText();
  const question = useQuestion(props);
  const move = useWrite(api.stock.move, handledByForm);
  const form = useRecordForm({
    schema: Confirmed,
    initial: { reference: '' },
    save: ({ reference }) =>
      move.mutateAsync({
        body: {
          ...{ client_id: inventory.client_id, inventory_id: inventory.id, lotId: row.lot_id, qty: row.total },
          ...{ from_lp: row.license, to_lp: row.license, is_from_quarantine: 1, is_to_quarantine: 0, reference },
        },
      }),
    refusedInline: true,
    onSaved: (answer) => {
      rememberStock(answer);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('stock.convert')} saveLabel="stock.convert" size={440} onClose={onClose}>
      <p className={css.question}>{t('stock.convertText', question)}</p>
      <TextField {...form.field('reference')} label="stock.reference" span={12} autoFocus />
    </FormDialog>
  );
}

/** Thrown away, all of it: an adjustment that cannot be taken back. */
export function DisposeDialog(props: QuarantineDialogProps) {
  const { inventory, row, onClose } = props;
  const t = useText();
  const question = useQuestion(props);
  const adjust = useWrite(api.stock.adjust, handledByForm);
  const form = useRecordForm({
    schema: Confirmed,
    initial: { reference: '' },
    save: ({ reference }) =>
      adjust.mutateAsync({
        body: AdjustInput.parse({
          ...{ client_id: inventory.client_id, inventory_id: inventory.id, lotId: row.lot_id, qty: -row.total },
          ...{ license: row.license, quarantine: 1, is_disposal: 1, reference },
        }),
      }),
    refusedInline: true,
    onSaved: (answer) => {
      rememberStock(answer);
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
      <p className={css.question}>{t('stock.disposeText', question)}</p>
      <TextField {...form.field('reference')} label="stock.reason" span={12} autoFocus />
    </FormDialog>
  );
}
