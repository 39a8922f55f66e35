import { api, type Inventory, UomInput, type UomLink } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { useMeasure } from '../../lib/measure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, SwitchField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { NumberField, QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { rememberInventory } from './inventory-cache.ts';
import { unitLabels as labels } from './inventory-words.ts';

interface UomDialogProps {
  inventory: Inventory;
  /** Without one a unit is linked. */
  uom: UomLink | undefined;
  onClose: () => void;
}

export function UomDialog({ inventory, uom, onClose }: UomDialogProps) {
  const t = useText();
  const { resources } = useSession();
  const measure = useMeasure();
  const save = useWrite(api.inventories.addUom, handledByForm);
  const hasBase = inventory.uoms.some(({ pivot }) => pivot.is_base);
  const blank = UomInput.parse({ uom_id: 1, is_base: hasBase ? 0 : 1 });
  const form = useRecordForm({
    draft: `item unit ${inventory.id} ${uom?.id ?? 'new'}`,
    schema: UomInput,
    initial: uom ? { uom_id: uom.id, ...uom.pivot } : { ...blank, uom_id: 0 },
    save: (body) => save.mutateAsync({ params: { id: inventory.id }, body }),
    onSaved: (saved) => {
      rememberInventory(saved);
      onClose();
    },
  });
  const linked = new Set(inventory.uoms.map(({ id }) => id));
  const offered = resources.uoms.filter(({ id, is_active }) => id === uom?.id || (is_active && !linked.has(id)));
  const { is_base: isBase } = form.values;
  return (
    <FormDialog form={form} title={t(uom ? 'inventory.editUom' : 'inventory.addUom')} onClose={onClose}>
      <SelectField
        {...form.field('uom_id')}
        label={labels.uom}
        span={6}
        disabled={uom !== undefined}
        choices={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <SwitchField
        {...form.field('is_base')}
        set={(value) => form.set(value ? { is_base: 1, qty_per_base: 1 } : { is_base: 0 })}
        label={labels.is_base}
        span={6}
      />
      <QuantityField
        {...form.field('qty_per_base')}
        label={labels.qty_per_base}
        hint="inventory.qtyPerBaseHint"
        span={6}
        disabled={isBase === 1}
      />
      <NumberField {...form.field('weight')} label={labels.weight} span={6} suffix={` ${measure.weight}`} />
      {(['length', 'width', 'height'] as const).map((side) => (
        <NumberField key={side} {...form.field(side)} label={labels[side]} span={4} suffix={` ${measure.length}`} />
      ))}
    </FormDialog>
  );
}
