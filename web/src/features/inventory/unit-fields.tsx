import { type Inventory, UNMEASURED, UomInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useMeasure } from '../../lib/measure.ts';
import { newId } from '../../lib/new-id.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { FieldGroup } from '../../ui/form/form-page.tsx';
import { NumberField, QuantityField } from '../../ui/form/number-fields.tsx';
import type { FieldWithin, RecordForm } from '../../ui/form/use-record-form.ts';
import { RowAction } from '../../ui/row-action.tsx';
import css from './inventory.module.css';
import { unitLabels as labels } from './inventory-words.ts';

/** In the form the base unit has a row of its own, which may stay empty: an item needs no units. */
const NONE = 0;
const BaseUnit = z.object({ ...UomInput.shape, uom_id: z.number().int().min(NONE) });
export const UnitRows = { base: BaseUnit, others: z.array(UomInput).max(49) };
const Rows = z.object(UnitRows);
type Rows = z.output<typeof Rows>;

const NO_UNIT: UomInput = { uom_id: NONE, is_base: 0, qty_per_base: 1, ...UNMEASURED };

/** The units of an item as the rows of the form. */
export function unitRowsOf(inventory: Inventory | undefined): Rows {
  const units = (inventory?.uoms ?? []).map(({ id, pivot }) => ({ uom_id: id, ...pivot }));
  return {
    base: units.find(({ is_base }) => is_base) ?? { ...NO_UNIT, is_base: 1 },
    others: units.filter(({ is_base }) => !is_base),
  };
}

/** The rows of the form as they are sent. */
export const unitsOf = ({ base, others }: Rows): UomInput[] => [...(base.uom_id === NONE ? [] : [base]), ...others];

interface UnitFieldsProps {
  form: RecordForm<Rows>;
  inventory: Inventory | undefined;
}

/** The base unit and the larger ones, with their sizes. After the first receipt only the warehouse changes them. */
export function UnitFields({ form, inventory }: UnitFieldsProps) {
  const t = useText();
  const { user } = useSession();
  const rows = useRef<HTMLDivElement>(null);
  const { base, others } = form.values;
  // An added row has no unit yet that could identify it.
  const [keys, setKeys] = useState(() => others.map(newId));
  const isLocked = inventory?.has_moved === 1 && !user.is_main_user;
  const hasStock = (inventory?.in_stock ?? 0) + (inventory?.quarantined ?? 0) > 0;
  // After the row was rendered, or removed.
  const focusLast = (selector: string) =>
    requestAnimationFrame(() => [...(rows.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  const add = () => {
    form.set({ others: [...others, NO_UNIT] });
    setKeys([...keys, newId()]);
    focusLast('[data-field]:enabled[role=combobox]');
  };
  const remove = (place: number) => {
    form.set({ others: others.filter((_, at) => at !== place) });
    setKeys(keys.filter((_, at) => at !== place));
    focusLast('[data-adds-unit]');
  };
  const chosen = [base, ...others].map(({ uom_id }) => uom_id);
  return (
    <FieldGroup title="inventory.units">
      <div className={css.unitRows} ref={rows}>
        {isLocked && <p className={css.note}>{t('messages.UomsAreMainUsers')}</p>}
        <UnitRow
          field={form.within('base') as FieldWithin<UomInput>}
          label="inventory.isBase"
          isBase
          taken={chosen.filter((id) => id !== base.uom_id)}
          disabled={isLocked}
          isFixed={hasStock}
        />
        {others.map((unit, place) => (
          <UnitRow
            key={keys[place] ?? unit.uom_id}
            field={form.row('others', place)}
            label={labels.uom}
            taken={chosen.filter((id) => id !== unit.uom_id)}
            disabled={isLocked}
            onRemove={() => remove(place)}
          />
        ))}
        {!isLocked && (
          <Button
            className={css.addUnit}
            variant="subtle"
            size="xs"
            data-adds-unit
            leftSection={<IconPlus size={16} stroke={1.7} />}
            onClick={add}
          >
            {t('inventory.addUom')}
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

interface UnitRowProps {
  field: FieldWithin<UomInput>;
  label: PlainKey;
  isBase?: boolean;
  /** Units of the other rows. */
  taken: number[];
  disabled: boolean;
  /** The base unit cannot be changed while there is stock. */
  isFixed?: boolean;
  onRemove?: () => void;
}

function UnitRow({ field, label, isBase = false, taken, disabled, isFixed = false, onRemove }: UnitRowProps) {
  const t = useText();
  const { resources } = useSession();
  const measure = useMeasure();
  const unit = field('uom_id');
  const offered = resources.uoms.filter(({ id, is_active }) => id === unit.value || (is_active && !taken.includes(id)));
  const choices = offered.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={css.unitRow}>
      <SelectField
        {...unit}
        label={label}
        span={2}
        disabled={disabled || isFixed}
        {...(isFixed ? { hint: 'messages.BaseUomIsFixed' as const } : {})}
        choices={isBase ? [{ value: String(NONE), label: t('forms.none') }, ...choices] : choices}
      />
      <QuantityField {...field('qty_per_base')} label={labels.qty_per_base} span={2} disabled={disabled || isBase} />
      <NumberField {...field('weight')} label={labels.weight} span={2} suffix={measure.weight} disabled={disabled} />
      {(['length', 'width', 'height'] as const).map((side) => (
        <NumberField
          key={side}
          {...field(side)}
          label={labels[side]}
          span={2}
          suffix={measure.length}
          disabled={disabled}
        />
      ))}
      <span className={css.unitEnd}>
        {onRemove && !disabled && <RowAction label={t('inventory.removeUom')} icon={IconTrash} run={onRemove} />}
      </span>
    </div>
  );
}
