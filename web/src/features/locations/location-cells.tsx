import type { Location } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { Tag } from '../../ui/tag.tsx';

export function TypeTag({ type }: { type: Location['type'] }) {
  const t = useText();
  return <Tag tone={type === 'P' ? 'kit' : 'plain'}>{t(`locations.types.${type}`)}</Tag>;
}

/** Cards have no column headers, so there the number has a label. */
export function PlateCount({ count }: { count: number }) {
  const t = useText();
  const format = useFormat();
  const narrow = useNarrow();
  return narrow ? t('locations.plateCount', { count }) : format.number(count);
}
