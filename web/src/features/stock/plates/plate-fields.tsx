import { SIDES } from '@longshore/contract';
import { useMeasure } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { NumberField } from '../../../ui/form/number-fields.tsx';
import type { FieldOf } from '../../../ui/form/use-record-form.ts';

type Name = 'uom_id' | 'weight' | (typeof SIDES)[number];

const sideLabels = { length: 'licenses.length', width: 'licenses.width', height: 'licenses.height' } as const;

/** Unit and measures of a plate, shared by create, batch and break. */
export function PlateFields({ field }: { field: (name: Name) => FieldOf<number> }) {
  const { resources } = useSession();
  const measure = useMeasure();
  const uom = field('uom_id');
  const offered = resources.uoms.filter(({ id, is_active }) => is_active || id === uom.value);
  return (
    <>
      <SelectField
        {...uom}
        required
        label="licenses.uom"
        span={6}
        choices={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NumberField {...field('weight')} label="licenses.weight" span={6} suffix={` ${measure.weight}`} />
      {SIDES.map((side) => (
        <NumberField key={side} {...field(side)} label={sideLabels[side]} span={4} suffix={` ${measure.length}`} />
      ))}
    </>
  );
}

/** The default unit of new plates. */
export const usePalletUom = (): number => usePallet()?.id ?? 0;

function usePallet() {
  const { resources } = useSession();
  return resources.uoms.find(({ name, is_active }) => is_active && name.toLowerCase() === 'pallet');
}

/** The unit of a plate that is created without a form: a pallet, or another unit where there are no pallets. */
export function usePlateUom() {
  const { resources } = useSession();
  const pallet = usePallet();
  return pallet ?? resources.uoms.find(({ is_active }) => is_active);
}
