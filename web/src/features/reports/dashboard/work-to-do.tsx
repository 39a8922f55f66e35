import { api, type Dashboard, type Direction, formatListQuery, type ListQuery } from '@longshore/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Tag } from '../../../ui/tag.tsx';
import classes from './dashboard.module.css';

const ordersWith = (filter_by: ListQuery['filter_by']) =>
  `/orders/Customer-Order/default/${encodeURIComponent(formatListQuery({ on_page: 1, filter_by }))}`;

/** Shipments that are not finished, those with the earliest ship date first: the late ones come on top. */
const openShipments = (path: string, clientId: number | undefined) =>
  `${path}/${encodeURIComponent(
    formatListQuery({
      on_page: 1,
      order_by: { ship_date: 'asc' },
      filter_by: {
        status: ['In Warehouse', 'Ready'],
        ...(clientId === undefined ? {} : { client_id: [String(clientId)] }),
      },
    }),
  )}`;

const unbilledOf = (clientId: number | undefined) =>
  `/billing/unbilled/${encodeURIComponent(
    formatListQuery({
      on_page: 1,
      ...(clientId === undefined ? {} : { filter_by: { client_id: [String(clientId)] } }),
    }),
  )}`;

interface Row {
  key: string;
  total: number;
  isMinimum: boolean;
  title: string;
  note: string;
  tag?: string | undefined;
  href?: string | undefined;
}

/** The words of the warehouse's staff, and those of the client whose goods wait there. */
const STAFF_WORDS = {
  title: 'dashboard.workToDo',
  open: 'dashboard.ordersToProcess',
  out: 'dashboard.toShip',
  in: 'dashboard.toReceive',
} as const;
const CLIENT_WORDS = {
  title: 'dashboard.inProgress',
  open: 'dashboard.ordersWaiting',
  out: 'dashboard.shipmentsLeaving',
  in: 'dashboard.deliveriesExpected',
} as const;

/** What waits today, of the clients that the dashboard is about. Each row opens the list that has as many rows. */
export function WorkToDo({ figures: { attention, scope } }: { figures: Dashboard }) {
  const t = useText();
  const format = useFormat();
  const { can, user } = useSession();
  const {
    open_orders: open,
    back_orders: back,
    of_client,
    to_ship: out,
    to_receive: in_,
    unbilled,
    exceptions,
  } = attention;
  const words = user.is_main_user ? STAFF_WORDS : CLIENT_WORDS;
  const clientId = scope === 'client' ? user.working_client?.id : undefined;
  const shipmentsHref = (direction: Direction) => {
    if (!user.is_main_user) return openShipments(`/shipments/${direction}`, undefined);
    return can(api.shipments.list.access) ? openShipments(`/f/${direction}/default`, clientId) : undefined;
  };
  const when = (count: number, key: 'dashboard.late' | 'dashboard.dueToday') =>
    count > 0 ? t(key, { count }) : undefined;
  // The lists of orders show the working client's: the row says how many of them that are.
  const note = (sentence: string, ofClient: number | undefined) =>
    ofClient === undefined || !user.working_client
      ? sentence
      : t('dashboard.ofClient', { count: format.number(ofClient), client: user.working_client.company });
  const rows: Row[] = [
    ...(exceptions
      ? [
          {
            key: 'exceptions',
            total: exceptions.total,
            isMinimum: exceptions.is_minimum,
            title: t('navigation.exceptions'),
            note: t('dashboard.exceptionsNote'),
            tag: exceptions.stopped > 0 ? t('dashboard.stopped', { count: exceptions.stopped }) : undefined,
            href: clientId === undefined || !user.is_main_user ? '/exceptions' : `/exceptions?client=${clientId}`,
          },
        ]
      : []),
    {
      key: 'open',
      total: open.total,
      isMinimum: open.is_minimum,
      title: t(words.open),
      note: note(t('dashboard.enoughStock', { count: open.total - open.short }), of_client?.open_orders),
      tag: open.short > 0 ? t('dashboard.short', { count: open.short }) : undefined,
      href: ordersWith({ status: ['Open'] }),
    },
    {
      key: 'back',
      total: back.total,
      isMinimum: back.is_minimum,
      title: t('dashboard.backOrders'),
      note: note(t('dashboard.fillable', { count: back.fillable }), of_client?.back_orders),
      href: ordersWith({ bo: ['1'] }),
    },
    {
      key: 'out',
      total: out.total,
      isMinimum: out.is_minimum,
      title: t(words.out),
      note: when(out.due, 'dashboard.dueToday') ?? t('dashboard.noneDue'),
      tag: when(out.late, 'dashboard.late'),
      href: shipmentsHref('outbound'),
    },
    {
      key: 'in',
      total: in_.total,
      isMinimum: in_.is_minimum,
      title: t(words.in),
      note: when(in_.due, 'dashboard.dueToday') ?? t('dashboard.noneDue'),
      tag: when(in_.late, 'dashboard.late'),
      href: shipmentsHref('inbound'),
    },
    ...(unbilled
      ? [
          {
            key: 'unbilled',
            total: unbilled.total,
            isMinimum: unbilled.is_minimum,
            title: t('dashboard.unbilled'),
            href: unbilledOf(clientId),
            note: t('dashboard.unbilledNote', { reasons: format.number(unbilled.reasons) }),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.work} aria-labelledby="work-to-do">
      <h2 className={classes.section} id="work-to-do">
        {t(words.title)}
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            {row.href ? (
              <RouteLink href={row.href}>
                <RowContent row={row} number={format.number} />
                <IconChevronRight size={16} stroke={1.7} color="var(--ls-ink-3)" aria-hidden />
              </RouteLink>
            ) : (
              <div>
                <RowContent row={row} number={format.number} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RowContent({ row, number }: { row: Row; number: (value: number) => string }) {
  return (
    <>
      <b>
        {number(row.total)}
        {row.isMinimum ? '+' : ''}
      </b>
      <span>
        {row.title}
        <small>{row.note}</small>
      </span>
      {row.tag ? <Tag tone="attention">{row.tag}</Tag> : <i />}
    </>
  );
}
