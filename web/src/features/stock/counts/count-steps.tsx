import { api, type Count } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconCheck, IconDownload, IconListSearch, IconScan, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { download, saveDownload } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { countPath } from './count-words.ts';
import css from './counts.module.css';

const icon = { size: 16, stroke: 1.7 };

interface StepProps {
  number: number;
  title: string;
  hint: string;
  state: 'done' | 'now' | 'later';
  children?: ReactNode;
}

function Step({ number, title, hint, state, children }: StepProps) {
  const t = useText();
  return (
    <li className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <div className={css.stepHead}>
        <span className={css.stepNumber}>
          {state === 'done' ? <IconCheck size={14} stroke={2.4} aria-label={t('counts.stepDone')} /> : number}
        </span>
        <h3 className={css.stepTitle}>{title}</h3>
      </div>
      <p className={css.stepHint}>{hint}</p>
      <div className={css.stepActions}>{children}</div>
    </li>
  );
}

function DownloadButtons({ count }: { count: Count }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const { lines, counted } = count.figures;
  const save = async (left: boolean) => {
    setBusy(true);
    await download(api.counts.sheet, { params: { id: count.id }, query: left ? { left: '1' } : {} }).then(
      saveDownload,
      showFailure,
    );
    setBusy(false);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDownload {...icon} />} disabled={busy} onClick={() => save(false)}>
        {t('counts.download')}
      </Button>
      {counted > 0 && counted < lines && (
        <Button variant="subtle" disabled={busy} onClick={() => save(true)}>
          {t('counts.downloadLeft', { count: lines - counted })}
        </Button>
      )}
    </>
  );
}

/** Counting, with the way to the screen for scanners. */
function CountStep({ count }: { count: Count }) {
  const t = useText();
  const isDone = count.figures.counted === count.figures.lines;
  return (
    <Step number={2} title={t('counts.stepCount')} hint={t('counts.stepCountHint')} state={isDone ? 'done' : 'now'}>
      <Button
        variant={isDone ? 'default' : 'filled'}
        component={RouteLink}
        href={countPath(count.id, 'count')}
        leftSection={<IconScan {...icon} />}
      >
        {t('counts.countByScanning')}
      </Button>
      <span className={css.stepHint}>{t('counts.stepCountScan')}</span>
    </Step>
  );
}

interface StepsProps {
  count: Count;
  onUpload: () => void;
  onReview: () => void;
  post: ReactNode;
}

/** All steps of a count, each with its button. */
export function CountSteps({ count, onUpload, onReview, post }: StepsProps) {
  const t = useText();
  const format = useFormat();
  const { lines, counted, differing, recount, refused } = count.figures;
  const hasStarted = counted > 0;
  const numbers = t('counts.countedOf', { counted: format.number(counted), lines: format.number(lines) });
  return (
    <ol className={css.steps} aria-label={t('counts.steps')}>
      <Step
        number={1}
        title={t('counts.stepDownload')}
        hint={t('counts.stepDownloadHint', { time: format.dateTime(count.sheet_at) })}
        state={hasStarted ? 'done' : 'now'}
      >
        <DownloadButtons count={count} />
      </Step>
      <CountStep count={count} />
      <Step
        number={3}
        title={t('counts.stepUpload')}
        hint={t('counts.stepUploadHint')}
        state={counted === lines ? 'done' : hasStarted ? 'now' : 'later'}
      >
        <Button variant="default" leftSection={<IconUpload {...icon} />} onClick={onUpload}>
          {t('counts.upload')}
        </Button>
        <span className={css.stepProgress}>
          {numbers}
          <Waterline done={counted} total={lines} label={numbers} tone={counted === lines ? 'good' : 'accent'} />
        </span>
      </Step>
      <Step
        number={4}
        title={t('counts.stepReview')}
        hint={
          hasStarted && count.may_review
            ? t('counts.stepReviewFigures', {
                differing: format.number(differing),
                recount: format.number(recount),
                refused: format.number(refused),
              })
            : t('counts.stepReviewHint')
        }
        state={hasStarted ? 'now' : 'later'}
      >
        {hasStarted && count.may_review && (
          <Button variant="default" leftSection={<IconListSearch {...icon} />} onClick={onReview}>
            {t('counts.review')}
          </Button>
        )}
      </Step>
      <Step
        number={5}
        title={t('counts.stepPost')}
        hint={t('counts.stepPostHint')}
        state={hasStarted ? 'now' : 'later'}
      >
        {post}
      </Step>
    </ol>
  );
}
