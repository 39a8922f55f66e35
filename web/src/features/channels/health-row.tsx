import { api, type Integration, type IntegrationHealth } from '@longshore/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import { minutesUntil, useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';
import { DayBars } from './day-bars.tsx';

/** How a connection does, in one line: last success, next run, orders and errors of today, a bar for each day. */
export function HealthRow({ integration }: { integration: Integration }) {
  const t = useText();
  const { data: health } = useRead(api.integrations.health, { params: { id: integration.id } });
  if (!health) return <div className={css.healthBones} aria-busy="true" />;
  return (
    <div className={css.health}>
      <dl className={css.figures} aria-label={t('integrations.health.title')}>
        <LastSuccess health={health} />
        <NextRun integration={integration} health={health} />
        <Figure
          value={health.orders_today}
          what={t('integrations.health.ordersToday', { count: health.orders_today })}
        />
        <Errors health={health} />
        <Reports health={health} />
      </dl>
      <DayBars days={health.orders_by_day} />
    </div>
  );
}

interface FigureProps {
  value: ReactNode;
  what: ReactNode;
  /** To be looked at. */
  isAmber?: boolean;
}

function Figure({ value, what, isAmber }: FigureProps) {
  const format = useFormat();
  return (
    <div>
      <dt>{what}</dt>
      <dd className={css.figureValue}>
        {typeof value === 'number' ? format.number(value) : value}
        {isAmber && <IconAlertTriangle className={css.warn} size={17} stroke={1.7} aria-hidden="true" />}
      </dd>
    </div>
  );
}

function LastSuccess({ health: { succeeded_at } }: { health: IntegrationHealth }) {
  const t = useText();
  const { ago, clock } = useChannelTimes();
  if (!succeeded_at) return <Figure value={t('integrations.never')} what={t('integrations.health.noSuccess')} />;
  return (
    <Figure value={ago(succeeded_at)} what={t('integrations.health.lastSuccess', { time: clock(succeeded_at) })} />
  );
}

function NextRun({ integration, health }: { integration: Integration; health: IntegrationHealth }) {
  const t = useText();
  const { now, clock } = useChannelTimes();
  const { is_running, next_at } = health;
  const { verified, synchronize, sync_minutes: count } = integration;
  const next = next_at
    ? t('integrations.health.nextRun', { time: clock(next_at, false), count })
    : t('integrations.health.everyMinutes', { count });
  if (is_running) return <Figure value={t('integrations.health.running')} what={next} />;
  if (!verified) return <Figure value={t('integrations.health.stopped')} what={t('integrations.health.stoppedHint')} />;
  if (!synchronize.active)
    return <Figure value={t('integrations.health.handOnly')} what={t('integrations.health.handOnlyHint')} />;
  return <Figure value={next_at ? sayWait(minutesUntil(next_at, now), t) : '–'} what={next} />;
}

const sayWait = (minutes: number, t: Translate) =>
  minutes === 0 ? t('integrations.health.soon') : t('integrations.health.waits', { count: minutes });

function Errors({ health: { errors_today, recovered_at } }: { health: IntegrationHealth }) {
  const t = useText();
  const { clock } = useChannelTimes();
  const errors = t('integrations.health.errorsToday', { count: errors_today });
  const isRecovered = errors_today > 0 && recovered_at !== null;
  const what = isRecovered ? t('integrations.health.recovered', { errors, time: clock(recovered_at, false) }) : errors;
  return <Figure value={errors_today} what={what} isAmber={errors_today > 0} />;
}

/** Only when there is something: most of the time every shipment is reported at once. */
function Reports({ health: { reports_waiting, reports_refused } }: { health: IntegrationHealth }) {
  const t = useText();
  return (
    <>
      {reports_waiting > 0 && (
        <Figure value={reports_waiting} what={t('integrations.health.reportsWaiting', { count: reports_waiting })} />
      )}
      {reports_refused > 0 && (
        <Figure
          value={reports_refused}
          what={t('integrations.health.reportsRefused', { count: reports_refused })}
          isAmber
        />
      )}
    </>
  );
}
