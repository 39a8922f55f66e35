import { useSession } from './session.ts';

const METRIC = { length: 'cm', weight: 'kg', volume: 'm³' };
const IMPERIAL = { length: 'in', weight: 'lb', volume: 'ft³' };

/** The units of the company's measuring system. */
export function useMeasure() {
  const { preferences } = useSession();
  return preferences.measure === 'metric' ? METRIC : IMPERIAL;
}
