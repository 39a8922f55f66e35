import { api, type ChannelOrderProblem, type ChannelOrderRow, type Integration } from '@longshore/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './channels.module.css';
import { refreshMapped } from './integration-cache.ts';
import { problemName, remediesOf } from './order-problems.ts';

const loadSkuDialog = () => import('./sku-dialog.tsx');
const SkuDialog = lazyPart(loadSkuDialog);
const loadCourierDialog = () => import('./courier-dialog.tsx');
const CourierDialog = lazyPart(loadCourierDialog);

interface ProblemProps {
  integration: Integration;
  order: ChannelOrderRow;
  problem: ChannelOrderProblem;
  /** What can be done about the whole order. */
  actions?: ReactNode;
}

/** What is missing, and what solves it. */
export function ProblemLine({ integration, order, problem, actions }: ProblemProps) {
  const { can } = useSession();
  const isMended = can(api.integrations.mapSku.access) && order.state === 'waiting';
  return (
    <div className={css.problem}>
      <ProblemText problem={problem} />
      <div className={css.remedies}>
        {isMended && <ProblemRemedies integration={integration} problem={problem} />}
        {actions}
      </div>
    </div>
  );
}

function ProblemText({ problem }: { problem: ChannelOrderProblem }) {
  const t = useText();
  const format = useFormat();
  const { mapped } = remediesOf(problem);
  const { sku, item_name, quantity, suggestions } = problem;
  const amount = `${format.number(quantity)} × ${item_name}`;
  return (
    <div className={css.problemText}>
      <span className={css.problemHead}>
        <Tag tone="attention">{t(problemName(problem))}</Tag>
        {mapped ? (
          <span className={css.sku} title={sku}>
            <Mono>{sku}</Mono>
          </span>
        ) : (
          <span className={css.reason}>{translateReason(t, problem.problem_key, problem.problem)}</span>
        )}
      </span>
      {quantity > 0 && (
        <span className={css.second} title={item_name}>
          {amount}
          {mapped && suggestions.length === 0 && `, ${t('integrations.orders.nothingSimilar')}`}
        </span>
      )}
    </div>
  );
}

type RemedyProps = Pick<ProblemProps, 'integration' | 'problem'>;

function ProblemRemedies({ integration, problem }: RemedyProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const { mapped, created, method } = remediesOf(problem);
  return (
    <>
      {mapped && <MapButtons integration={integration} problem={problem} sku={mapped} />}
      {created && <CreateButton integration={integration} sku={created} />}
      {method !== undefined && (
        <Button variant="default" size="xs" onMouseEnter={loadCourierDialog} onClick={() => setChoosing(true)}>
          {t('integrations.orders.chooseCourier')}
        </Button>
      )}
      {isChoosing && method !== undefined && (
        <CourierDialog integration={integration} method={method} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}

/** The likely answer inside the button; other items behind it. */
function MapButtons({ integration, problem, sku }: RemedyProps & { sku: string }) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const map = useWrite(api.integrations.mapSku, {
    onSuccess: async ({ item_sku }) => {
      await refreshMapped(integration.id);
      showSuccess(t('integrations.skus.done', { sku, item: item_sku }));
    },
  });
  const mapTo = (inventory_id: number) => map.mutate({ params: { id: integration.id }, body: { sku, inventory_id } });
  const [likely, ...others] = problem.suggestions;
  const dialog = isChoosing && <SkuDialog integration={integration} sku={sku} onClose={() => setChoosing(false)} />;
  if (!likely)
    return (
      <>
        <Button
          variant="default"
          size="xs"
          aria-label={t('integrations.orders.mapOtherNamed', { sku })}
          onMouseEnter={loadSkuDialog}
          onClick={() => setChoosing(true)}
        >
          {t('integrations.orders.mapOther')}
        </Button>
        {dialog}
      </>
    );
  return (
    <span className={css.split}>
      <Button
        variant="default"
        size="xs"
        className={css.likely}
        classNames={{ label: css.likelyLabel ?? '' }}
        title={likely.name}
        disabled={map.isPending}
        onClick={() => mapTo(likely.id)}
      >
        {t('integrations.orders.mapTo', { sku: likely.sku })}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="md" aria-label={t('integrations.orders.mapOtherNamed', { sku })}>
            <IconChevronDown size={15} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(({ id, sku: other, name }) => (
            <Menu.Item key={id} title={name} onClick={() => mapTo(id)}>
              {t('integrations.orders.mapTo', { sku: other })}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setChoosing(true)}>{t('integrations.orders.otherItem')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </span>
  );
}

function CreateButton({ integration, sku }: { integration: Integration; sku: string }) {
  const t = useText();
  const create = useWrite(api.integrations.createItem, {
    onSuccess: async () => {
      await refreshMapped(integration.id);
      showSuccess(t('integrations.orders.itemCreated', { sku }));
    },
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('integrations.orders.createItemNamed', { sku })}
      disabled={create.isPending}
      onClick={() => create.mutate({ params: { id: integration.id }, body: { sku } })}
    >
      {t('integrations.orders.createItem')}
    </Button>
  );
}
