import { api } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useMeasure } from '../../lib/measure.ts';
import { type DraftLine, draftWeight } from './draft-lines.ts';

/** What the lines weigh, by the base units of their items; a dash while that of one is not known. */
export function useDraftWeight(lines: readonly DraftLine[]): string {
  const format = useFormat();
  const unit = useMeasure().weight;
  // In the same order, whatever that of the lines is: they are read once.
  const ids = lines.map(({ inventory_id }) => inventory_id).toSorted((one, other) => one - other);
  const read = useRead(api.inventories.weights, { body: { ids } }, { enabled: ids.length > 0, keepPrevious: true });
  const weight = draftWeight(lines, read.data ?? []);
  return weight === undefined ? '–' : `${format.number(weight, { maximumFractionDigits: 2 })} ${unit}`;
}
