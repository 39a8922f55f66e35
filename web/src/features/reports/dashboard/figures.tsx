import { type Dashboard, formatListQuery } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import classes from './dashboard.module.css';

/** The figure includes disabled items, so its link does too. */
const allItems = formatListQuery({ on_page: 1, filter_by: { is_active: ['1', '0'] } });
const INVENTORIES = `/inventories/default/${encodeURIComponent(allItems)}/list`;
const unfinished = encodeURIComponent(formatListQuery({ on_page: 1, filter_by: { status: ['Open', 'Processed'] } }));

/** Record counts of the current client. */
export function Figures({ figures }: { figures: Dashboard | undefined }) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const client = user.client ?? user.working_client;
  if (!client || figures?.inventories === null) return null;
  const shown = [
    ['dashboard.toBeShipped', figures?.to_be_shipped, `/orders/Customer-Order/default/${unfinished}`],
    ['dashboard.toBeReceived', figures?.to_be_received, `/orders/Vendor-Order/default/${unfinished}`],
    ['dashboard.inventories', figures?.inventories, INVENTORIES],
  ] as const;
  return (
    <section className={classes.figures} aria-labelledby="figures">
      <h2 className={classes.section} id="figures">
        {client.company}
      </h2>
      <dl>
        {shown.map(([label, value, href]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{figures ? <RouteLink href={href}>{format.number(value ?? 0)}</RouteLink> : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
