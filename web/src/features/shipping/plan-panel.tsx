import { api, type FbaPlan, type Order } from '@longshore/contract';
import { Alert, Button, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { showsFbaPanel } from '../orders/index.ts';
import css from './fba.module.css';
import { secondsSince, useTicks } from './fba-words.ts';

const WORKING_MS = 3_000;
const SLOW_MS = 60_000;

/** Plans the shipments of an open order at the marketplace. */
export function PlanPanel({ order }: { order: Order }) {
  const { user } = useSession();
  return showsFbaPanel(order, user) ? <Plan order={order} /> : null;
}

function Plan({ order }: { order: Order }) {
  const t = useText();
  const { can } = useSession();
  const input = { params: { id: order.id } };
  const before = useRead(api.fba.readPlan, input, { staleTime: WORKING_MS });
  const isWorking = before.data?.state === 'working';
  const { data } = useRead(api.fba.readPlan, input, { refetchInterval: isWorking ? WORKING_MS : SLOW_MS });
  useReload(order, data);
  const plan = useWrite(api.fba.plan, { onSuccess: () => refresh(api.fba.readPlan, input) });
  return (
    <SidePanel title={t('fba.panel')}>
      <div className={css.panel}>
        <p className={css.nextText}>{t('fba.planText')}</p>
        {data?.state === 'failed' && (
          <Alert color="red" variant="light" role="alert">
            {translateReason(t, data.problem_key, data.problem)}
          </Alert>
        )}
        {data?.state === 'working' && data.since && <Working since={data.since} />}
        {can(api.fba.plan.access) && data?.state !== 'working' && (
          <Button variant="default" disabled={!data || plan.isPending} onClick={() => plan.mutate(input)}>
            {t(data?.state === 'failed' ? 'fba.tryAgain' : 'fba.plan')}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}

function Working({ since }: { since: string }) {
  const t = useText();
  const now = useTicks(true);
  return (
    <p className={css.working} aria-live="off">
      <Loader size={14} aria-hidden /> {t('fba.planWorking', { seconds: secondsSince(since, now) })}
      <span className={css.second}>{t('fba.workingHint')}</span>
    </p>
  );
}

/** The order has its shipments now. */
function useReload(order: Order, plan: FbaPlan | undefined): void {
  const t = useText();
  const wasWorking = useRef(false);
  useEffect(() => {
    if (plan?.state === 'working') wasWorking.current = true;
    if (plan?.state !== 'planned' || !wasWorking.current) return;
    wasWorking.current = false;
    showSuccess(t('fba.planned'));
    void refresh(api.orders.get, { params: { id: order.id } });
  }, [plan?.state, order.id, t]);
}
