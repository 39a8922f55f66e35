import { api, type Explanation } from '@longshore/contract';
import { Alert, Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { describeReadFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import css from '../billing.module.css';

const outcomeOf = (difference: number) => {
  if (difference === 0) return 'billing.explanation.same';
  return difference > 0 ? 'billing.explanation.more' : 'billing.explanation.less';
};

/** Computes the charge again and says whether it is the same. */
export function Recompute({ explanation }: { explanation: Explanation }) {
  const t = useText();
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const read = useRead(api.billingExplanation.get, { params: { id: explanation.entry.id } });
  const { recomputed } = explanation;
  if (!recomputed) return null;
  const { amount, difference, quantity, price } = recomputed;
  const values = { amount: format.money(amount), difference: format.money(Math.abs(difference)) };
  return (
    <div className={css.lines}>
      <Button
        variant="default"
        leftSection={<IconCalculator size={16} stroke={1.7} />}
        disabled={read.isFetching && isAsked}
        onClick={() => {
          setAsked(true);
          void read.refetch();
        }}
      >
        {t('billing.explanation.recompute')}
      </Button>
      {isAsked && !read.isFetching && read.isError && (
        <Alert role="alert" color="red" title={t('billing.explanation.notRecomputed')}>
          {describeReadFailure(read.error, t).sentence}
        </Alert>
      )}
      {isAsked && !read.isFetching && !read.isError && (
        <Alert role="status" color={difference === 0 ? 'green' : 'yellow'} title={t(outcomeOf(difference), values)}>
          {t('billing.explanation.recomputedAs', {
            quantity: format.number(quantity, { maximumFractionDigits: 4 }),
            price: format.money(price),
          })}
        </Alert>
      )}
    </div>
  );
}
