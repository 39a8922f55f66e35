import { type Dashboard, type Direction, directionOf, formatListQuery, type OrderType } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { type PlainKey, useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import classes from './dashboard.module.css';

/** The figure includes disabled items, so its link does too. */
const allItems = formatListQuery({ on_page: 1, filter_by: { is_active: ['1', '0'] } });
const INVENTORIES = `/inventories/default/${encodeURIComponent(allItems)}/list`;
const unfinished = encodeURIComponent(formatListQuery({ on_page: 1, filter_by: { status: ['Open', 'Processed'] } }));
const ordersOf = (type: OrderType) => `/orders/${type.replace(' ', '-')}/default/${unfinished}`;

interface Figure {
  label: PlainKey;
  value: number | null | undefined;
  /** The list behind a figure; when it is missing, the parts of the figure have their own. */
  href?: string;
  parts?: readonly { type: OrderType; count: number }[];
}

/** What is to be shipped and received of one client, by type of order, and its items. */
export function Figures({ figures }: { figures: Dashboard | undefined }) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const client = user.client ?? user.working_client;
  if (!client || (figures && figures.scope === 'all')) return null;
  const partsOf = (direction: Direction) =>
    figures?.unfinished?.filter(({ type }) => directionOf(type) === direction) ?? [];
  const shown: Figure[] = [
    { label: 'dashboard.toBeShipped', value: figures?.to_be_shipped, parts: partsOf('outbound') },
    { label: 'dashboard.toBeReceived', value: figures?.to_be_received, parts: partsOf('inbound') },
    { label: 'dashboard.inventories', value: figures?.inventories, href: INVENTORIES },
  ];
  return (
    <section className={classes.figures} aria-labelledby="figures">
      <h2 className={classes.section} id="figures">
        {client.company}
      </h2>
      <dl>
        {shown.map(({ label, value, href, parts = [] }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {figures ? <FigureValue value={format.number(value ?? 0)} href={href} /> : '–'}
              {parts.map(({ type, count }) => (
                <RouteLink key={type} className={classes.part} href={ordersOf(type)}>
                  {t('dashboard.ofType', { count: format.number(count), type: t(`navigation.orders.${type}`) })}
                </RouteLink>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const FigureValue = ({ value, href }: { value: string; href: string | undefined }) =>
  href ? <RouteLink href={href}>{value}</RouteLink> : <span>{value}</span>;
