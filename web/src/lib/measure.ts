import { useSession } from './session.ts';

/** Length and weight in the company's measuring system. */
export function useMeasure() {
  const { preferences } = useSession();
  return preferences.measure === 'metric' ? { length: 'cm', weight: 'kg' } : { length: 'in', weight: 'lb' };
}
