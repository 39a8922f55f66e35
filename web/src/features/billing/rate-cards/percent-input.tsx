import { Percent } from '@longshore/contract';
import { TextInput } from '@mantine/core';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { percentIn } from './rate-card-words.ts';

/** A percentage as text; an unfinished one is not an error yet. */
export function PercentInput({ value, set }: { value: string; set: (value: string) => void }) {
  const t = useText();
  const isUnfinished = ['', '-'].includes(percentIn(value));
  const isWrong = !isUnfinished && !Percent.safeParse(percentIn(value)).success;
  return (
    <TextInput
      label={t('billing.rateCards.percent')}
      description={isWrong ? undefined : t('billing.rateCards.percentHint')}
      error={isWrong && translateMessage(t, 'PercentOutOfRange')}
      autoComplete="off"
      rightSection="%"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
