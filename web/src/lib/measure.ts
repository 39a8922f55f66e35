import { hasSides, isMeasured, type Sizes } from '@longshore/contract';
import { useFormat } from './format.ts';
import { useSession } from './session.ts';
import { useText } from './text/text.ts';

const METRIC = { length: 'cm', weight: 'kg', volume: 'm³' };
const IMPERIAL = { length: 'in', weight: 'lb', volume: 'ft³' };

/** The units of the company's measuring system. */
export function useMeasure() {
  const { preferences } = useSession();
  return preferences.measure === 'metric' ? METRIC : IMPERIAL;
}

/** Sizes as every screen shows them: with their unit, or that nobody has measured them. */
export function useSizes() {
  const t = useText();
  const { number } = useFormat();
  const unit = useMeasure();
  const shown = (size: number) => number(size, { maximumFractionDigits: 2 });
  return {
    sides: (of: Omit<Sizes, 'weight'>): string =>
      hasSides(of)
        ? `${[of.length, of.width, of.height].map(shown).join(' × ')} ${unit.length}`
        : t('common.notMeasured'),
    weight: (of: Sizes): string => (isMeasured(of) ? `${shown(of.weight)} ${unit.weight}` : t('common.notMeasured')),
  };
}
