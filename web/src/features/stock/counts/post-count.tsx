import { api, type Count } from '@longshore/contract';
import { Button, Checkbox } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { refreshCount, rememberCount } from './count-cache.ts';
import css from './counts.module.css';

/** Posting cannot be undone: the dialog shows how many rows and units change, and what stays. */
export function PostButton({ count }: { count: Count }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [isShortening, setShortening] = useState(false);
  const post = useWrite(api.counts.post, {
    onSuccess: (posted) => {
      rememberCount(posted);
      void refresh(api.inventories.get);
      void refresh(api.inventories.list);
      void refresh(api.inventories.quickList);
      setAsking(false);
    },
    onFailure: (failure) => {
      // Somebody else has posted or cancelled it: the refreshed page shows it.
      if (failure.status === 422) {
        void refreshCount(count.id);
        setAsking(false);
      }
      return failure.status === 422;
    },
  });
  const isReady = count.figures.counted > 0;
  // With rows left to count, posting is possible but not what should happen next.
  const isComplete = isReady && count.figures.counted === count.figures.lines;
  if (!count.may_review) return <span className={css.stepHint}>{t('counts.blindText', { user: count.user })}</span>;
  return (
    <>
      <Button
        variant={isComplete ? 'filled' : 'default'}
        leftSection={<IconChecks size={16} stroke={1.7} />}
        disabled={!isReady}
        onClick={() => setAsking(true)}
      >
        {t(isReady ? 'counts.post' : 'counts.postNothing')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('counts.postTitle', { id: count.id })}
          text={
            <>
              <PostText count={count} />
              {count.figures.units_short > 0 && (
                <Checkbox
                  mt="md"
                  label={t('counts.shortLines')}
                  description={t('counts.shortLinesHint')}
                  checked={isShortening}
                  onChange={(event) => setShortening(event.currentTarget.checked)}
                />
              )}
            </>
          }
          confirm={t('counts.postConfirm')}
          busy={post.isPending}
          onConfirm={() => post.mutate({ params: { id: count.id }, body: { short_lines: isShortening ? 1 : 0 } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function PostText({ count: { figures } }: { count: Count }) {
  const t = useText();
  const format = useFormat();
  const { lines, counted, same, differing, recount, refused, units_over: over, units_short: short } = figures;
  const units = { over: format.number(over), short: format.number(short) };
  const stay = recount + refused;
  const facts = [
    differing > 0
      ? `${t('counts.postRows', { count: differing })} ${t('counts.postUnits', units)}`
      : t('counts.postNoChange'),
    same > 0 && t('counts.postSame', { count: same }),
    stay > 0 && t('counts.postStay', { count: stay }),
    lines > counted && t('counts.postUncounted', { count: lines - counted }),
    t('counts.postFinal'),
  ];
  return <span className={css.facts}>{facts.map((fact) => fact && <span key={fact}>{fact}</span>)}</span>;
}
