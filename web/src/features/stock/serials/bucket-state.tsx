import type { BucketState } from '@longshore/contract';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../../lib/text/text.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { statePills } from './serial-words.ts';
import css from './serials.module.css';

export function BucketStatePill({ state }: { state: BucketState }) {
  const t = useText();
  return <StatusPill status={statePills[state]}>{t(`serials.states.${state}`)}</StatusPill>;
}

/** Whether the bucket has not been received yet and can still be changed. */
export function Availability({ used }: { used: boolean }) {
  const t = useText();
  if (used) return <span className={css.quiet}>–</span>;
  const label = t('serials.availableYes');
  return <IconCheck size={16} stroke={2} className={css.available} role="img" aria-label={label} title={label} />;
}
