import { api, CHANNEL_ORDER_STATES, type ChannelOrderRow, type Integration } from '@longshore/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { IconCheck, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OpenButton } from '../../ui/open-button.tsx';
import { Pages } from '../../ui/pages.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { type PillStatus, StatusPill } from '../../ui/status-pill.tsx';
import { orderPath } from '../orders/index.ts';
import { useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';
import { refreshOrders } from './integration-cache.ts';
import { remediesOf } from './order-problems.ts';
import { ProblemLine } from './problem-line.tsx';

const PER_PAGE = 15;
type View = 'waiting' | 'all';
/** The states of the orders that each view shows; `waiting` has those that need a person. */
const STATES: Record<View, readonly string[]> = { waiting: ['waiting', 'changed'], all: CHANNEL_ORDER_STATES };

export const orderStatePills: Record<ChannelOrderRow['state'], PillStatus> = {
  waiting: 'attention',
  changed: 'attention',
  placed: 'finished',
  ignored: 'disabled',
};

/** The page of an order that came from a shop. */
export const placedOrderPath = (orderId: number) => orderPath('Customer Order', orderId, 'view');

interface OrdersProps {
  integration: Integration;
  onOpen: (id: number) => void;
}

/** What waits comes first, oldest first, since that is work; all orders of the shop are one click away. */
export function OrdersSection({ integration, onOpen }: OrdersProps) {
  const t = useText();
  const format = useFormat();
  const [view, setView] = useState<View>('waiting');
  const [page, setPage] = useState(1);
  const { data } = useRead(api.integrations.orders, {
    query: {
      on_page: page,
      per_page: PER_PAGE,
      order_by: { id: view === 'waiting' ? 'asc' : 'desc' },
      filter_by: { integration_id: [String(integration.id)], state: [...STATES[view]] },
    },
  });
  const show = (next: string) => {
    setView(next as View);
    setPage(1);
  };
  const total = data?.total ?? 0;
  return (
    <Section
      title={t(view === 'waiting' ? 'integrations.orders.waiting' : 'integrations.orders.all')}
      count={data && (data.total_is_minimum ? `${format.number(total)}+` : total)}
      action={
        <div className={css.sectionTools}>
          {view === 'waiting' && total > 0 && <span className={css.promise}>{t('integrations.orders.promise')}</span>}
          <SegmentedControl
            className={css.views}
            size="xs"
            aria-label={t('integrations.orders.show')}
            value={view}
            onChange={show}
            data={[
              { value: 'waiting', label: t('integrations.orders.showWaiting') },
              { value: 'all', label: t('integrations.orders.showAll') },
            ]}
          />
        </div>
      }
    >
      {data?.records.length === 0 && page === 1 && (
        <EmptyState title={t(view === 'waiting' ? 'integrations.orders.none' : 'integrations.orders.noneAll')} />
      )}
      {data && data.records.length > 0 && (
        <OrderTable integration={integration} orders={data.records} view={view} onOpen={onOpen} />
      )}
      {total > PER_PAGE && <Pages page={page} pages={Math.ceil(total / PER_PAGE)} onPage={setPage} mt="md" />}
    </Section>
  );
}

interface TableProps extends OrdersProps {
  orders: ChannelOrderRow[];
  view: View;
}

function OrderTable({ integration, orders, view, onOpen }: TableProps) {
  const t = useText();
  const { clock } = useChannelTimes();
  const columns: LineColumn<ChannelOrderRow>[] = [
    {
      header: 'integrations.orders.order',
      width: 112,
      render: ({ id, number, created_at }) => (
        <TwoLines
          first={
            <OpenButton title={number} onClick={() => onOpen(id)}>
              <span className={css.number}>{number}</span>
            </OpenButton>
          }
          second={clock(created_at, false)}
        />
      ),
    },
    {
      header: 'integrations.orders.customer',
      width: 150,
      long: true,
      render: ({ customer }) => (
        <span className={css.clamped} title={customer}>
          {customer}
        </span>
      ),
    },
  ];
  const missing: LineColumn<ChannelOrderRow> = {
    header: 'integrations.orders.missing',
    render: (order) => <OrderProblems integration={integration} order={order} />,
  };
  const state: LineColumn<ChannelOrderRow> = {
    header: 'integrations.orders.state',
    noWrap: true,
    render: (order) => (
      <StatusPill status={orderStatePills[order.state]}>{t(`integrations.orders.states.${order.state}`)}</StatusPill>
    ),
  };
  const here: LineColumn<ChannelOrderRow> = {
    header: 'integrations.orders.here',
    render: ({ order_id }) =>
      order_id === null ? (
        <span className={css.muted}>–</span>
      ) : (
        <RouteLink href={placedOrderPath(order_id)}>{t('integrations.orders.openOrder')}</RouteLink>
      ),
  };
  return (
    <LineTable
      label={t(view === 'waiting' ? 'integrations.orders.waiting' : 'integrations.orders.all')}
      rows={orders}
      rowKey={({ id }) => id}
      columns={view === 'waiting' ? [...columns, missing] : [...columns, state, here]}
      actions={(order) => <OrderMenu order={order} onOpen={() => onOpen(order.id)} />}
    />
  );
}

/** Everything that is missing from an order, with what solves it. */
export function OrderProblems({ integration, order }: { integration: Integration; order: ChannelOrderRow }) {
  const { can } = useSession();
  const mayAct = can(api.integrations.resume.access);
  // Some problems are solved elsewhere; then the order is tried again.
  const isMendedHere = order.problems.some((problem) =>
    Object.values(remediesOf(problem)).some((remedy) => remedy !== undefined),
  );
  return (
    <div className={css.problems}>
      {order.problems.map((problem, at) => (
        <ProblemLine
          key={`${problem.problem_key} ${problem.sku}`}
          integration={integration}
          order={order}
          problem={problem}
          actions={
            mayAct &&
            at === 0 && (
              <>
                {order.asks_cancellation && <CancellationActions order={order} />}
                {order.state === 'changed' && !order.asks_cancellation && <ChangedActions order={order} />}
                {order.state === 'waiting' && !isMendedHere && <RetryButton order={order} />}
              </>
            )
          }
        />
      ))}
    </div>
  );
}

function ChangedActions({ order }: { order: ChannelOrderRow }) {
  const t = useText();
  const dismiss = useDismiss(order);
  return (
    <>
      {order.order_id !== null && (
        <Button variant="default" size="xs" component={RouteLink} href={placedOrderPath(order.order_id)}>
          {t('integrations.orders.openOrder')}
        </Button>
      )}
      <Button variant="default" size="xs" disabled={dismiss.isPending} onClick={dismiss.run}>
        {t('integrations.orders.dealtWith')}
      </Button>
    </>
  );
}

/** The shop asks to cancel what is processed here. */
function CancellationActions({ order }: { order: ChannelOrderRow }) {
  const t = useText();
  const { id, number } = order;
  const { mutate, isPending } = useWrite(api.integrations.answerCancellation, {
    onSuccess: async (_, { body }) => {
      await refreshOrders();
      showSuccess(t(body?.accepted ? 'integrations.orders.accepted' : 'integrations.orders.rejected', { number }));
    },
  });
  const answer = (accepted: 0 | 1) => mutate({ params: { id }, body: { accepted, message: '' } });
  return (
    <>
      {order.order_id !== null && (
        <Button variant="default" size="xs" component={RouteLink} href={placedOrderPath(order.order_id)}>
          {t('integrations.orders.openOrder')}
        </Button>
      )}
      <Button variant="default" size="xs" disabled={isPending} onClick={() => answer(1)}>
        {t('integrations.orders.accept')}
      </Button>
      <Button variant="default" size="xs" disabled={isPending} onClick={() => answer(0)}>
        {t('integrations.orders.reject')}
      </Button>
    </>
  );
}

function RetryButton({ order }: { order: ChannelOrderRow }) {
  const t = useText();
  const resume = useResume(order);
  return (
    <Button variant="default" size="xs" disabled={resume.isPending} onClick={resume.run}>
      {t('integrations.orders.tryAgain')}
    </Button>
  );
}

function useDismiss({ id, number }: ChannelOrderRow) {
  const t = useText();
  const { mutate, isPending } = useWrite(api.integrations.dismiss, {
    onSuccess: async () => {
      await refreshOrders();
      showSuccess(t('integrations.orders.dealtWithDone', { number }));
    },
  });
  return { isPending, run: () => mutate({ params: { id } }) };
}

function useResume({ id, number }: ChannelOrderRow) {
  const t = useText();
  const { mutate, isPending } = useWrite(api.integrations.resume, {
    onSuccess: async ({ state }) => {
      await refreshOrders();
      showSuccess(
        t(state === 'placed' ? 'integrations.orders.placedNow' : 'integrations.orders.stillWaits', { number }),
      );
    },
  });
  return { isPending, run: () => mutate({ params: { id } }) };
}

function OrderMenu({ order, onOpen }: { order: ChannelOrderRow; onOpen: () => void }) {
  const t = useText();
  const dismiss = useDismiss(order);
  const resume = useResume(order);
  const isOpen = order.state === 'waiting' || order.state === 'changed';
  return (
    <RowMenu
      label={t('lists.actionsFor', { name: order.number })}
      choices={[
        {
          label: t('integrations.orders.history'),
          icon: IconHistory,
          access: api.integrations.order.access,
          run: onOpen,
        },
        ...(order.state === 'waiting'
          ? [
              {
                label: t('integrations.orders.tryAgain'),
                icon: IconRefresh,
                access: api.integrations.resume.access,
                run: resume.run,
              },
            ]
          : []),
        ...(isOpen
          ? [
              {
                label: t('integrations.orders.dealtWith'),
                icon: IconCheck,
                access: api.integrations.dismiss.access,
                run: dismiss.run,
              },
            ]
          : []),
      ]}
    />
  );
}
