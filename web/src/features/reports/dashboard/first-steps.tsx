import { api, type FirstSteps as Steps } from '@longshore/contract';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useRead } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import classes from './dashboard.module.css';

const STEPS = {
  company: '/company/edit',
  couriers: '/configurations/couriers',
  client: '/clients/new/action/edit',
  user: '/users/on_page%3D1',
} as const satisfies Record<keyof Steps, string>;

/** Setup steps of a new installation, for the super user. Hidden once all are done. */
export function FirstSteps() {
  const { can } = useSession();
  return can(api.operations.firstSteps.access) ? <Checklist /> : null;
}

function Checklist() {
  const t = useText();
  const { data: done } = useRead(api.operations.firstSteps, {}, { staleTime: 0 });
  const steps = Object.entries(STEPS) as [keyof Steps, string][];
  if (!done || steps.every(([step]) => done[step])) return null;
  const count = steps.filter(([step]) => done[step]).length;
  const next = steps.find(([step]) => !done[step])?.[0];
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <h2 className={classes.stepsTitle} id="first-steps">
        {t('dashboard.firstSteps')}
        <span className={classes.stepsCount}>{t('dashboard.stepsDone', { done: count, all: steps.length })}</span>
      </h2>
      <Waterline done={count} total={steps.length} label={t('dashboard.firstSteps')} />
      <ol>
        {steps.map(([step, href]) => (
          <li key={step} data-done={done[step] || undefined} data-next={step === next || undefined}>
            <RouteLink href={href}>
              {done[step] ? (
                <IconCircleCheckFilled size={20} aria-label={t('dashboard.stepDone')} role="img" />
              ) : (
                <IconCircle size={20} stroke={1.7} aria-hidden />
              )}
              <span>
                {t(`dashboard.steps.${step}`)}
                <small>{t(`dashboard.stepHints.${step}`)}</small>
              </span>
              <IconChevronRight size={16} stroke={1.7} aria-hidden />
            </RouteLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
