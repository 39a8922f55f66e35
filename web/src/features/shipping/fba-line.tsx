import type { FbaShipment } from '@longshore/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import css from './fba.module.css';
import { plainAmount } from './fba-words.ts';

type Step = FbaShipment['steps'][number];

/** The steps in their order: done with its date or result, the next one ringed, the rest quiet. */
export function FbaLine({ fba }: { fba: FbaShipment }) {
  const t = useText();
  return (
    <ol className={css.line} aria-label={t('fba.steps')}>
      {fba.steps.map((step, index) => (
        <li
          key={step.name}
          className={css.step}
          data-state={step.state}
          aria-current={step.state === 'next' || step.state === 'working' ? 'step' : undefined}
        >
          <span className={css.disc} aria-hidden>
            <Sign step={step} n={index + 1} />
          </span>
          <span className={css.stepName}>{t(`fba.kinds.${step.name}`)}</span>
          <Result step={step} fba={fba} />
        </li>
      ))}
    </ol>
  );
}

function Sign({ step, n }: { step: Step; n: number }) {
  if (step.state === 'done') return <IconCheck size={16} stroke={2} />;
  if (step.state === 'failed') return <IconX size={16} stroke={2} />;
  return <>{n}</>;
}

function Result({ step, fba }: { step: Step; fba: FbaShipment }) {
  const t = useText();
  const format = useFormat();
  const says = (text: string) => <span className={css.stepResult}>{text}</span>;
  switch (step.state) {
    case 'working':
      return says(t('fba.workingStep'));
    case 'failed':
      return says(t('fba.failedStep'));
    case 'next':
      return says(t('fba.next'));
    case 'later':
      return says(step.name === 'complete' ? t('fba.whenItLeaves') : t('fba.later'));
    default:
      if (step.cost) return says(`${plainAmount(step.cost.amount)} ${step.cost.currency}`);
      if (step.name === 'cost' && fba.transport?.is_partnered === false) return says(t('fba.ownCarrier'));
      return says(step.at ? format.short(step.at) : '');
  }
}
