import { api, type DashboardPeriod, type DashboardScope } from '@longshore/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { hourOf, useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { OrdersChart, ShipmentsChart } from './chart-section.tsx';
import classes from './dashboard.module.css';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProviderMessages } from './provider-messages.tsx';
import { TopClients } from './top-clients.tsx';
import { WorkToDo } from './work-to-do.tsx';

function greetingAt(hour: number) {
  if (hour >= 4 && hour < 12) return 'dashboard.morning' as const;
  return hour >= 12 && hour < 18 ? ('dashboard.afternoon' as const) : ('dashboard.evening' as const);
}

/** Whose figures are shown, said once for all of them; main users switch between all clients and the working client. */
function ScopeSwitch({ scope, onScope }: { scope: DashboardScope; onScope: (scope: DashboardScope) => void }) {
  const t = useText();
  const { user } = useSession();
  const client = user.working_client?.company;
  if (!user.is_main_user) return null;
  if (!client) return <span className={classes.today}>{t('dashboard.allClients')}</span>;
  return (
    <SegmentedControl
      className={classes.scope}
      size="xs"
      aria-label={t('dashboard.scope')}
      value={scope}
      onChange={(value) => onScope(value as DashboardScope)}
      data={[
        { value: 'all', label: t('dashboard.allClients') },
        { value: 'client', label: client },
      ]}
    />
  );
}

/** The dashboard: figures and messages in the main column, the user at the side. */
export function Dashboard() {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const [period, setPeriod] = useState<DashboardPeriod>('day');
  const [chosen, setScope] = useLocalStorage<DashboardScope>({
    key: 'longshore-dashboard-scope',
    defaultValue: 'all',
    getInitialValueInEffect: false,
  });
  const scope = chosen === 'client' ? 'client' : 'all';
  const { data, error, refetch } = useRead(
    api.dashboard.get,
    { query: { period, scope } },
    { staleTime: 0, keepPrevious: true },
  );
  const now = new Date();
  const title = t('shell.dashboard');
  useDocumentTitle(title);
  const name = user.name.split(' ')[0] ?? user.name;
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.greeting}>{t(greetingAt(hourOf(now, format.place)), { name })}</h1>
        <span className={classes.today}>{format.day(now)}</span>
        <ScopeSwitch scope={scope} onScope={setScope} />
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          <FirstSteps />
          {error && (
            <EmptyState title={describeFailure(error, t).sentence}>
              <Button variant="default" onClick={() => refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState>
          )}
          {!user.is_main_user && <Figures figures={data} />}
          {data && user.is_main_user && <ShipmentsChart figures={data} onPeriod={setPeriod} />}
          {data && !user.is_main_user && <OrdersChart figures={data} onPeriod={setPeriod} />}
          {data?.top_clients && <TopClients clients={data.top_clients} />}
          {user.is_main_user && data?.scope === 'client' && <Figures figures={data} />}
        </div>
        <aside className={classes.side} aria-label={t('dashboard.you')}>
          {data && <WorkToDo figures={data} />}
          <ProviderMessages />
          <ProfileCard />
        </aside>
      </div>
    </>
  );
}
