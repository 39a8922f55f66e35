import type { License } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { SIDES } from './plate-fields.tsx';

export function Dimensions({ plate }: { plate: License }) {
  const format = useFormat();
  const { length } = useMeasure();
  return `${SIDES.map((side) => format.number(plate[side], { maximumFractionDigits: 2 })).join(' × ')} ${length}`;
}

export function Weight({ plate }: { plate: License }) {
  const format = useFormat();
  const { weight } = useMeasure();
  return `${format.number(plate.weight, { maximumFractionDigits: 2 })} ${weight}`;
}
