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
const openShipments = (direction: Direction) =>
  `/f/${direction}/default/${encodeURIComponent(
    formatListQuery({
      on_page: 1,
      order_by: { ship_date: 'asc' },
      filter_by: { status: ['In Warehouse', 'Ready'] },
    }),
  )}`;

const UNBILLED = '/billing/unbilled/on_page%3D1';

interface Row {
  key: string;
  total: number;
  isMinimum: boolean;
  title: string;
  note: string;
  tag?: string | undefined;
  href?: string | undefined;
}

/** What waits today. Orders are of the working client, shipments of all clients the user sees. */
export function WorkToDo({ attention, client }: { attention: Dashboard['attention']; client: string }) {
  const t = useText();
  const format = useFormat();
  const { open_orders: open, back_orders: back, to_ship: out, to_receive: in_, unbilled } = attention;
  const { can } = useSession();
  const shipmentsHref = (direction: Direction) =>
    can(api.shipments.list.access) ? openShipments(direction) : undefined;
  const when = (count: number, key: 'dashboard.late' | 'dashboard.dueToday') =>
    count > 0 ? t(key, { count }) : undefined;
  const rows: Row[] = [
    ...(open
      ? [
          {
            key: 'open',
            total: open.total,
            isMinimum: open.is_minimum,
            title: t('dashboard.ordersToProcess'),
            note: t('dashboard.enoughStock', { count: open.total - open.short }),
            tag: open.short > 0 ? t('dashboard.short', { count: open.short }) : undefined,
            href: ordersWith({ status: ['Open'] }),
          },
        ]
      : []),
    ...(back
      ? [
          {
            key: 'back',
            total: back.total,
            isMinimum: back.is_minimum,
            title: t('dashboard.backOrders'),
            note: t('dashboard.fillable', { count: back.fillable }),
            href: ordersWith({ bo: ['1'] }),
          },
        ]
      : []),
    {
      key: 'out',
      total: out.total,
      isMinimum: out.is_minimum,
      title: t('dashboard.toShip'),
      note: when(out.due, 'dashboard.dueToday') ?? t('dashboard.noneDue'),
      tag: when(out.late, 'dashboard.late'),
      href: shipmentsHref('outbound'),
    },
    {
      key: 'in',
      total: in_.total,
      isMinimum: in_.is_minimum,
      title: t('dashboard.toReceive'),
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
            href: UNBILLED,
            note: t('dashboard.unbilledNote', { reasons: format.number(unbilled.reasons) }),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.work} aria-labelledby="work-to-do">
      <h2 className={classes.section} id="work-to-do">
        {t('dashboard.workToDo')}
      </h2>
      {client && <p className={classes.note}>{t('dashboard.workOf', { client })}</p>}
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
