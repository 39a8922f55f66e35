import type { BucketState } from '@longshore/contract';
import { useText } from '../../lib/text/text.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { statePills } from './serial-words.ts';

export function BucketStatePill({ state }: { state: BucketState }) {
  const t = useText();
  return <StatusPill status={statePills[state]}>{t(`serials.states.${state}`)}</StatusPill>;
}
