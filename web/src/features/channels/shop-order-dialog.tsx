import { api, type ChannelOrder, type Integration } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './channels.module.css';
import { integrationPath } from './integration-words.ts';
import { OrderProblems, orderStatePills, placedOrderPath } from './orders-section.tsx';

interface ShopOrderProps {
  integration: Integration;
  id: number;
  onClose: () => void;
}

/** One order of the shop: what it asks for, what it waits for, and what happened to it. */
export default function ShopOrderDialog({ integration, id, onClose }: ShopOrderProps) {
  const t = useText();
  const read = useRead(api.integrations.order, { params: { id } });
  return (
    <Dialog
      title={t('integrations.order.title', { number: read.data?.number ?? '' })}
      size={440}
      docked
      fillsSmallScreens
      onClose={onClose}
    >
      <Loaded read={read} inPage backTo={integrationPath(integration.id, 'view')}>
        {(order) => <ShopOrder integration={integration} order={order} />}
      </Loaded>
    </Dialog>
  );
}

function ShopOrder({ integration, order }: { integration: Integration; order: ChannelOrder }) {
  const t = useText();
  return (
    <div className={css.shopOrder}>
      <Section>
        <OrderFacts order={order} />
      </Section>
      {order.problems.length > 0 && (
        <Section title={t('integrations.order.problems')} count={order.problems.length}>
          <OrderProblems integration={integration} order={order} />
        </Section>
      )}
      <Section title={t('integrations.order.lines')} count={order.lines.length}>
        <Lines order={order} />
      </Section>
      <Section title={t('integrations.order.history')}>
        <Steps order={order} />
      </Section>
    </div>
  );
}

function OrderFacts({ order }: { order: ChannelOrder }) {
  const t = useText();
  const format = useFormat();
  return (
    <Facts
      items={[
        {
          label: 'integrations.orders.state',
          value: (
            <StatusPill status={orderStatePills[order.state]}>
              {t(`integrations.orders.states.${order.state}`)}
            </StatusPill>
          ),
        },
        { label: 'integrations.order.customer', value: order.customer },
        {
          label: 'integrations.order.here',
          value:
            order.order_id === null ? (
              t('integrations.order.notHere')
            ) : (
              <RouteLink href={placedOrderPath(order.order_id)}>{t('integrations.orders.openOrder')}</RouteLink>
            ),
        },
        { label: 'integrations.order.shopStatus', value: order.raw_status },
        { label: 'integrations.order.shopId', value: order.source_id, copy: true },
        { label: 'integrations.order.seen', value: format.dateTime(order.created_at) },
      ]}
    />
  );
}

function Lines({ order: { lines } }: { order: ChannelOrder }) {
  const t = useText();
  const format = useFormat();
  if (lines.length === 0) return <p className={css.none}>{t('integrations.order.noLines')}</p>;
  return (
    <LineTable
      label={t('integrations.order.lines')}
      dense
      rows={lines.map((line, at) => ({ ...line, at }))}
      rowKey={({ at }) => at}
      columns={[
        { header: 'integrations.order.sku', render: ({ sku }) => (sku ? <Mono>{sku}</Mono> : '–') },
        {
          header: 'integrations.order.item',
          long: true,
          render: ({ name }) => (
            <span className={css.clamped} title={name}>
              {name}
            </span>
          ),
        },
        { header: 'integrations.order.quantity', right: true, render: ({ quantity }) => format.number(quantity) },
      ]}
    />
  );
}

/** Steps after which the order waits for a person. */
const STOPPED: readonly string[] = ['waiting', 'refused'];

/** What happened to it, oldest first. */
function Steps({ order: { steps } }: { order: ChannelOrder }) {
  const t = useText();
  const format = useFormat();
  return (
    <ol className={css.steps}>
      {steps.map(({ id, step, details, created_at }) => (
        <li key={id} data-stopped={STOPPED.includes(step) || undefined}>
          <span className={css.stepHead}>
            <b>{t(`integrations.order.steps.${step}`)}</b>
            <time dateTime={created_at}>{format.short(created_at)}</time>
          </span>
          {details.map(({ key, text }) => (
            <span key={`${key} ${text}`} className={css.stepDetail}>
              {translateReason(t, key, text)}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
