import { api, type FbaShipment, FEED_TYPES } from '@longshore/contract';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import css from './fba.module.css';
import { formatTimeLeft, NEAR_MS, translateState, useTicks } from './fba-words.ts';
import type { Steps } from './use-steps.ts';

interface SideProps {
  fba: FbaShipment;
  steps: Steps;
}

/** The deadline as a figure with a waterline: amber below six hours, red when it is past. */
export function DeadlinePanel({ fba: { deadline } }: Pick<SideProps, 'fba'>) {
  const t = useText();
  const format = useFormat();
  const now = useTicks(false);
  if (!deadline) return null;
  const [from, until] = [Date.parse(deadline.from), Date.parse(deadline.until)];
  const left = until - now;
  const tone = left <= 0 ? 'bad' : left < NEAR_MS ? 'warn' : 'accent';
  const after = { create: 'fba.side.after', confirm: 'fba.side.afterCost', void: 'fba.side.afterVoid' } as const;
  return (
    <SidePanel title={t(`fba.side.${deadline.of}`)}>
      <p className={css.left} data-tone={tone}>
        {left > 0 ? formatTimeLeft(t, left) : t('fba.side.past')}
      </p>
      <Waterline
        done={Math.min(until, Math.max(from, now)) - from}
        total={Math.max(1, until - from)}
        label={t(`fba.side.${deadline.of}`)}
        tone={tone}
      />
      <p className={css.ends}>
        <span>
          {t(deadline.of === 'void' ? 'fba.side.accepted' : 'fba.side.from', { moment: format.short(deadline.from) })}
        </span>
        <span>{t('fba.side.until', { moment: format.short(deadline.until) })}</span>
      </p>
      <p className={css.second}>{t(after[deadline.of])}</p>
    </SidePanel>
  );
}

export function ShipmentPanel({ fba, steps }: SideProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const { destination } = fba;
  const where = [destination.warehouse, [destination.city, destination.state].filter(Boolean).join(' ')];
  const isOpen = !fba.steps.some(({ name, state }) => name === 'confirm' && state === 'done') && fba.next !== 'voided';
  return (
    <SidePanel
      title={t('fba.side.shipment')}
      action={isOpen && can(api.fba.changeFeed.access) && <ChangeFeed fba={fba} steps={steps} />}
    >
      <div className={css.sideFacts}>
        <Facts
          items={[
            {
              label: 'fba.side.destination',
              value: where.filter(Boolean).join(', '),
              second: destination.postal_code,
              wide: true,
            },
            {
              label: 'fba.side.order',
              value: (
                <RouteLink className={css.link} href={`/orders/Customer-Order/${fba.order_id}/action/view`}>
                  {fba.reference || fba.order_id}
                </RouteLink>
              ),
              wide: true,
            },
            { label: 'fba.side.contentBy', value: t(`fba.feedTypes.${fba.feed_type}`), wide: true },
            {
              label: 'fba.side.atAmazon',
              value: fba.at_marketplace && (
                <StatusPill status={fba.exist_in_fba ? 'processed' : 'open'}>
                  {translateState(t, fba.at_marketplace)}
                </StatusPill>
              ),
              wide: true,
            },
            { label: 'fba.side.ready', value: format.date(fba.ship_date), wide: true },
          ]}
        />
      </div>
      {fba.feed_type === 'FEED' && <FeedResult fba={fba} steps={steps} isOpen={isOpen} />}
    </SidePanel>
  );
}

/** To every type but the current one. */
function ChangeFeed({ fba, steps }: SideProps) {
  const t = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="xs" disabled={steps.isPending || fba.working !== null}>
          {t('fba.changeFeed')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FEED_TYPES.filter((type) => type !== fba.feed_type).map((type) => (
          <Menu.Item key={type} onClick={() => steps.changeFeed(type)}>
            {t('fba.changeFeedTo', { name: t(`fba.feedTypes.${type}`) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FeedResult({ fba, steps, isOpen }: SideProps & { isOpen: boolean }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const { feed } = fba;
  const moment = (value: string | null) => (value ? format.short(value) : '');
  if (!feed) return <p className={css.none}>{t('fba.feedResult.none')}</p>;
  const isDone = feed.FeedProcessingStatus === '_DONE_';
  return (
    <details className={css.feed}>
      <summary>{t('fba.checkResult')}</summary>
      <div className={css.sideFacts}>
        <Facts
          items={[
            { label: 'fba.feedResult.id', value: feed.FeedSubmissionId, mono: true, wide: true },
            {
              label: 'fba.feedResult.status',
              value: (
                <StatusPill status={isDone ? 'active' : 'refused'}>
                  {t(`fba.feedStates.${feed.FeedProcessingStatus}`)}
                </StatusPill>
              ),
              wide: true,
            },
            { label: 'fba.feedResult.started', value: moment(feed.StartedProcessingDate) },
            { label: 'fba.feedResult.ended', value: moment(feed.CompletedProcessingDate) },
          ]}
        />
      </div>
      {isOpen && can(api.fba.updateFeed.access) && (
        <div className={css.buttons}>
          <Button variant="default" size="xs" disabled={steps.isPending} onClick={steps.begin.feed}>
            {t('fba.sendAgain')}
          </Button>
          <Button variant="default" size="xs" disabled={steps.isPending} onClick={steps.cancelFeed}>
            {t('fba.cancelFeed')}
          </Button>
        </div>
      )}
    </details>
  );
}

/** Asks before the whole plan is cancelled, and says so. */
export function VoidDialog({ fba, steps, onClose }: SideProps & { onClose: () => void }) {
  const t = useText();
  return (
    <ConfirmDialog
      title={t('fba.voidTitle')}
      text={t('fba.voidText', { count: fba.others.length + 1 })}
      confirm={t('fba.voidAction')}
      danger
      busy={steps.isPending}
      onConfirm={() => {
        steps.undo();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** How long it can be voided, where that is counted. */
export function VoidButton({ fba, steps }: SideProps) {
  const t = useText();
  const { can } = useSession();
  const [isAsking, setAsking] = useState(false);
  const now = useTicks(false);
  const { deadline } = fba;
  const isConfirmed = deadline?.of === 'void';
  const left = isConfirmed ? Date.parse(deadline.until) - now : 1;
  const isOffered = fba.exist_in_fba === 1 && fba.next !== 'voided' && left > 0;
  if (!isOffered || !can(api.fba.voidTransport.access)) return null;
  return (
    <>
      <Button
        variant="default"
        disabled={steps.isPending || fba.working !== null}
        title={isConfirmed ? t('fba.voidLeft', { time: formatTimeLeft(t, left) }) : undefined}
        onClick={() => setAsking(true)}
      >
        {t('fba.void')}
      </Button>
      {isAsking && <VoidDialog fba={fba} steps={steps} onClose={() => setAsking(false)} />}
    </>
  );
}
