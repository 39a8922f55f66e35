import { api, type Inventory, LotUpdate, type StockRow } from '@longshore/contract';
import { refresh, useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { refreshStock } from './stock-cache.ts';

/** Corrects a lot's number or expiry; applies to all stock of the lot. */
export function LotDialog({ inventory, row, onClose }: { inventory: Inventory; row: StockRow; onClose: () => void }) {
  const t = useText();
  const update = useWrite(api.stock.updateLot, handledByForm);
  const form = useRecordForm({
    draft: `lot ${row.lot_id}`,
    schema: LotUpdate,
    initial: {
      id: row.lot_id ?? 0,
      inventory_id: inventory.id,
      lot: row.lot_number,
      expire: row.expire_date,
    },
    save: (body) => update.mutateAsync({ body }),
    refusedInline: true,
    onSaved: (answer) => {
      void refreshStock({ inventory_id: answer.id });
      void refresh(api.records.traces);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('stock.editLot')} size={440} onClose={onClose}>
      <TextField {...form.field('lot')} label="stock.lotNumber" span={6} mono autoFocus />
      <DayField {...form.field('expire')} label="inventory.expires" span={6} />
    </FormDialog>
  );
}
