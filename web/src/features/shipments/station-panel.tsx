import { api, type Shipment, type Station, type StationLabel } from '@longshore/contract';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure, showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './shipments.module.css';
import { useShipmentRules } from './use-shipment-rules.ts';

/** What is being sent or removed by the server itself is asked for again. */
const WAITING_MS = 5_000;
const PARTNER_REFUSED = 90003;

const isMoving = (data: Station | undefined) => data?.state === 'wanted' || data?.state === 'removing';
const isThere = ({ state }: Station) => state === 'pushed' || state === 'wanted' || state === 'removing';

const PILLS = {
  none: 'disabled',
  wanted: 'processed',
  pushed: 'finished',
  refused: 'refused',
  removing: 'processed',
  removed: 'disabled',
} as const;

/** A shipment at the shipping station: sent there, its labels read back, taken away. */
export function StationPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const [isSlow, setSlow] = useState(true);
  const { data, error } = useRead(
    api.station.get,
    { params: { id: shipment.id } },
    isSlow ? {} : { refetchInterval: WAITING_MS },
  );
  if (data && isMoving(data) === isSlow) setSlow(!isSlow);
  return (
    <SidePanel
      title={t('station.title')}
      action={data && <StatusPill status={PILLS[data.state]}>{t(`station.states.${data.state}`)}</StatusPill>}
    >
      <div className={css.marketplace}>
        {error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
        {data && <StationState shipment={shipment} state={data} />}
      </div>
    </SidePanel>
  );
}

interface StateProps {
  shipment: Shipment;
  state: Station;
}

function StationState({ shipment, state }: StateProps) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <Problem state={state} />
      {!state.is_connected && <p className={css.none}>{t('station.notConnected')}</p>}
      {isThere(state) && (
        <div className={css.sideFacts}>
          <Facts
            items={[
              {
                label: 'station.order',
                value: state.number,
                mono: true,
                copy: state.number,
                second: state.ss_order_id,
              },
              {
                label: 'station.sentAt',
                value: state.pushed_at && format.dateTime(state.pushed_at),
                second: state.user,
              },
              { label: 'station.readAt', value: state.pulled_at && format.dateTime(state.pulled_at) },
              { label: 'station.cost', value: state.labels.length > 0 && format.money(state.cost) },
            ]}
          />
        </div>
      )}
      {state.pulled_at && <Labels labels={state.labels} />}
      <Actions shipment={shipment} state={state} />
    </>
  );
}

function Problem({ state: { state, problem, problem_key } }: { state: Station }) {
  const t = useText();
  if (!problem) return null;
  return (
    <Alert color={state === 'refused' ? 'red' : 'yellow'} variant="light" role="alert">
      {state === 'pushed' && `${t('station.notPushed')}: `}
      {translateReason(t, problem_key, problem)}
    </Alert>
  );
}

function Labels({ labels }: { labels: readonly StationLabel[] }) {
  const t = useText();
  if (labels.length === 0) return <span className={css.muted}>{t('station.noLabels')}</span>;
  return (
    <ul className={css.marketplaceDocuments} aria-label={t('station.labels')}>
      {labels.map((label) => (
        <LabelRow key={label.id} label={label} />
      ))}
    </ul>
  );
}

function LabelRow({ label: { tracking_number, service, cost, is_voided } }: { label: StationLabel }) {
  const t = useText();
  const format = useFormat();
  return (
    <li>
      <span className={is_voided ? css.muted : ''}>
        {tracking_number || '–'}
        <span className={css.second}>{[service, is_voided && t('station.voided')].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={is_voided ? css.muted : ''}>{is_voided ? <s>{format.money(cost)}</s> : format.money(cost)}</span>
    </li>
  );
}

/** What the station refuses is shown in the panel and not as an alert: the shipment goes on without it. */
function useStation(shipment: Shipment) {
  const t = useText();
  const params = { id: shipment.id };
  const of = (said: 'station.pushed' | 'station.pulled' | 'station.removed') => ({
    onSuccess: (answer: Station) => {
      remember(api.station.get, { params }, answer);
      void refresh(api.shipments.get, { params });
      showSuccess(t(said));
    },
    onFailure: ({ code }: { code?: number | undefined }) => {
      void refresh(api.station.get, { params });
      return code === PARTNER_REFUSED;
    },
  });
  return {
    push: useWrite(api.station.push, of('station.pushed')),
    // A failure of reading is stored nowhere, so it is shown as a message.
    pull: useWrite(api.station.pull, { onSuccess: of('station.pulled').onSuccess }),
    remove: useWrite(api.station.remove, of('station.removed')),
  };
}

function Actions({ shipment, state }: StateProps) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const { push, pull, remove } = useStation(shipment);
  const [isAsking, setAsking] = useState(false);
  const input = { params: { id: shipment.id } };
  if (!can(api.station.push.access) || !state.is_connected) return null;
  const isBusy = push.isPending || pull.isPending || remove.isPending;
  const mayPush = rules.button('prepare') && state.is_mapped && state.state !== 'removing';
  const mayChange = rules.button('update') && isThere(state);
  return (
    <>
      <Group gap="xs">
        {mayPush && (
          <Button variant="default" loading={push.isPending} disabled={isBusy} onClick={() => push.mutate(input)}>
            {isThere(state) ? t('station.pushAgain') : t('station.push')}
          </Button>
        )}
        {mayChange && state.state !== 'removing' && (
          <Button variant="default" loading={pull.isPending} disabled={isBusy} onClick={() => pull.mutate(input)}>
            {t('station.pull')}
          </Button>
        )}
        {mayChange && (
          <Button variant="subtle" loading={remove.isPending} disabled={isBusy} onClick={() => setAsking(true)}>
            {t('station.remove')}
          </Button>
        )}
      </Group>
      <span className={css.muted} aria-live="polite">
        {push.isPending && t('station.pushing')}
        {pull.isPending && t('station.pulling')}
      </span>
      {isAsking && (
        <ConfirmDialog
          title={t('station.removeTitle')}
          text={t('station.removeText', { number: state.number })}
          confirm={t('station.removeRun')}
          danger
          onConfirm={() => {
            setAsking(false);
            remove.mutate(input);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
