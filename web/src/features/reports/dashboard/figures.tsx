import { api, formatListQuery } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRead } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import classes from './dashboard.module.css';

/** The figure includes disabled items, so its link does too. */
const allItems = formatListQuery({ on_page: 1, filter_by: { is_active: ['1', '0'] } });
const INVENTORIES = `/inventories/default/${encodeURIComponent(allItems)}/list`;

/** Record counts of the current client. */
export function Figures() {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const { data, error, refetch } = useRead(api.dashboard.get, {}, { staleTime: 0 });
  const client = user.client ?? user.working_client;
  if (error)
    return (
      <EmptyState title={describeFailure(error, t).sentence}>
        <Button variant="default" onClick={() => refetch()}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    );
  if (!client || data?.inventories === null) return null;
  return (
    <section className={classes.figures} aria-labelledby="figures">
      <h2 className={classes.section} id="figures">
        {client.company}
      </h2>
      <dl>
        <div>
          <dt>{t('dashboard.inventories')}</dt>
          <dd>{data ? <RouteLink href={INVENTORIES}>{format.number(data.inventories ?? 0)}</RouteLink> : '–'}</dd>
        </div>
      </dl>
    </section>
  );
}
