import { api, type FbaShipment, type FbaStep, FEED_TYPES, type FeedType } from '@longshore/contract';
import { Alert, Button, Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type Translate, translateReason, useText } from '../../lib/text/text.ts';
import { Facts } from '../../ui/detail/facts.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Select } from '../../ui/select.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import css from './fba.module.css';
import { fulfilPath, plainAmount, secondsSince, totalWeight, units, useTicks } from './fba-words.ts';
import type { Steps } from './use-steps.ts';

interface NextProps {
  fba: FbaShipment;
  steps: Steps;
  onRestart: () => void;
}

/** Only what comes next is large: what it does, what it costs, how it is taken back, one filled button. */
export function FbaNext({ fba, steps, onRestart }: NextProps) {
  return (
    <section className={css.next} data-tone={fba.failed ? 'bad' : undefined} aria-live="polite">
      {fba.working ? <Working fba={fba} /> : <Choice fba={fba} steps={steps} onRestart={onRestart} />}
      <Cost fba={fba} />
    </section>
  );
}

function Working({ fba: { working, shipment_id } }: Pick<NextProps, 'fba'>) {
  const t = useText();
  const now = useTicks(true);
  if (!working) return null;
  const seconds = secondsSince(working.since, now);
  const isOther = working.shipment_id !== null && working.shipment_id !== shipment_id;
  return (
    <div className={css.nextMain}>
      <h2 className={css.nextTitle}>
        <Loader size={18} aria-hidden />{' '}
        {isOther ? t('fba.workingOther', { id: working.shipment_id ?? '', seconds }) : t('fba.working', { seconds })}
      </h2>
      <p className={css.nextText}>{t('fba.workingHint')}</p>
    </div>
  );
}

const isStep = (fba: FbaShipment, next: FbaShipment['next']): next is FbaStep =>
  fba.steps.some(({ name }) => name === next);

function titleOf(t: Translate, { next }: FbaShipment): string {
  return t(`fba.boxes.${next}.title`);
}

function textOf(t: Translate, fba: FbaShipment): string {
  const { next } = fba;
  const isOwn = fba.transport?.is_partnered === false;
  if (next === 'confirm')
    return isOwn ? t('fba.boxes.confirm.own') : t('fba.boxes.confirm.text', { client: fba.client });
  if (next === 'complete' && isOwn) return t('fba.boxes.complete.own');
  return t(`fba.boxes.${next}.text`);
}

function Choice({ fba, steps, onRestart }: NextProps) {
  const t = useText();
  const { can } = useSession();
  const mayWork = can(api.fba.submitFeed.access);
  const at = fba.steps.findIndex(({ name }) => name === fba.next);
  return (
    <div className={css.nextMain}>
      {at >= 0 && (
        <div className={css.nextStep}>
          <span>{t('fba.stepOf', { n: at + 1, all: fba.steps.length })}</span>
          <span className={css.nextBar}>
            <Waterline done={at} total={fba.steps.length} label={t('fba.steps')} />
          </span>
        </div>
      )}
      <h2 className={css.nextTitle}>{titleOf(t, fba)}</h2>
      <p className={css.nextText}>{textOf(t, fba)}</p>
      <Failed fba={fba} />
      <Others fba={fba} />
      {mayWork && <Buttons fba={fba} steps={steps} onRestart={onRestart} />}
    </div>
  );
}

/** Amazon's sentence inside ours. */
function Failed({ fba: { failed } }: Pick<NextProps, 'fba'>) {
  const t = useText();
  if (!failed) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t('fba.failedTitle', { step: t(`fba.kinds.${failed.step}`) })}
    >
      {translateReason(t, failed.problem_key, failed.problem)}
    </Alert>
  );
}

/** The other shipments of the plan, which are confirmed with this one. */
function Others({ fba: { next, others } }: Pick<NextProps, 'fba'>) {
  const t = useText();
  if (next !== 'confirm' || others.length === 0) return null;
  const open = others.filter(({ is_ready }) => !is_ready);
  const shown = open.length > 0 ? open : others;
  return (
    <p className={css.others}>
      {t(open.length > 0 ? 'fba.othersWait' : 'fba.othersToo')}{' '}
      {shown.map(({ shipment_id, fba_shipment_id, warehouse }, index) => (
        <span key={shipment_id}>
          {index > 0 && ', '}
          <RouteLink className={css.link} href={fulfilPath(shipment_id)}>
            {fba_shipment_id}
          </RouteLink>{' '}
          {warehouse}
        </span>
      ))}
    </p>
  );
}

function Buttons({ fba, steps, onRestart }: NextProps) {
  const t = useText();
  const { next } = fba;
  if (next === 'create') return <CreateAtAmazon fba={fba} steps={steps} />;
  if (next === 'complete' && fba.transport?.is_partnered === false) return <CompleteOwn fba={fba} steps={steps} />;
  if (next === 'restart' || next === 'voided')
    return (
      <div className={css.buttons}>
        <Button onClick={onRestart}>{t('fba.startAgain')}</Button>
      </div>
    );
  if (!isStep(fba, next)) return null;
  const isBlocked = next === 'confirm' && fba.others.some(({ is_ready }) => !is_ready);
  return (
    <div className={css.buttons}>
      <Button
        leftSection={<IconCheck size={16} stroke={1.7} aria-hidden />}
        disabled={steps.isPending || isBlocked}
        onClick={() => steps.begin[next]()}
      >
        {fba.failed?.step === next ? t('fba.tryAgain') : actionOf(t, fba, next)}
      </Button>
      {next === 'confirm' && <CostButtons fba={fba} steps={steps} />}
    </div>
  );
}

function actionOf(t: Translate, { transport }: FbaShipment, step: FbaStep): string {
  if (step !== 'confirm') return t(`fba.boxes.${step}.action`);
  if (!transport?.cost) return t('fba.boxes.confirm.actionOwn');
  const { amount, currency } = transport.cost;
  return t('fba.boxes.confirm.action', { amount: plainAmount(amount), currency });
}

function CostButtons({ fba: { transport }, steps }: Pick<NextProps, 'fba' | 'steps'>) {
  const t = useText();
  if (!transport) return null;
  return (
    <>
      <Button variant="default" disabled={steps.isPending} onClick={() => steps.begin.estimate()}>
        {t('fba.askAgain')}
      </Button>
      {(transport.has_own || !transport.is_partnered) && (
        <Button variant="default" disabled={steps.isPending} onClick={() => steps.chooseCost(transport.is_partnered)}>
          {t(transport.is_partnered ? 'fba.useOwn' : 'fba.usePartnered')}
        </Button>
      )}
    </>
  );
}

/** The feed type is chosen with it, and can be changed later. */
export function CreateAtAmazon({ fba, steps }: Pick<NextProps, 'fba' | 'steps'>) {
  const t = useText();
  const [type, setType] = useState<FeedType>('FEED');
  const isBusy = steps.isPending || fba.working !== null;
  return (
    <div className={css.create}>
      <Select
        label={t('fba.feedType')}
        disabled={isBusy}
        data={FEED_TYPES.map((each) => ({ value: each, label: t(`fba.feedTypes.${each}`) }))}
        value={type}
        onChange={(value) => value && setType(value as FeedType)}
      />
      <Button disabled={isBusy} onClick={() => steps.create(type)}>
        {fba.failed?.step === 'create' ? t('fba.tryAgain') : t('fba.boxes.create.action')}
      </Button>
    </div>
  );
}

/** A carrier of ours: its tracking numbers go to Amazon. */
function CompleteOwn({ steps }: Pick<NextProps, 'fba' | 'steps'>) {
  const t = useText();
  const [numbers, setNumbers] = useState('');
  return (
    <form
      className={css.create}
      onSubmit={(event) => {
        event.preventDefault();
        steps.completeWith(numbers.split(/[\s,;]+/).filter(Boolean));
      }}
    >
      <TextInput
        label={t('fba.tracking')}
        description={t('fba.trackingHint')}
        value={numbers}
        onChange={({ currentTarget }) => setNumbers(currentTarget.value)}
      />
      <Button type="submit" disabled={steps.isPending}>
        {t('fba.boxes.complete.action')}
      </Button>
    </form>
  );
}

/** The cost as a figure, with what it is for. */
function Cost({ fba }: Pick<NextProps, 'fba'>) {
  const t = useText();
  const format = useFormat();
  const { transport, boxes } = fba;
  if (!transport || !['confirm', 'complete', 'done'].includes(fba.next)) return null;
  const { weight } = units(fba);
  return (
    <div className={css.nextCost}>
      {transport.cost && (
        <p className={css.figure}>
          {plainAmount(transport.cost.amount)} <span>{transport.cost.currency}</span>
        </p>
      )}
      <Facts
        items={[
          {
            label: 'fba.carrier',
            value: transport.is_partnered ? t('fba.partnered', { name: transport.carrier }) : transport.carrier,
            wide: true,
          },
          { label: 'fba.service', value: transport.mode.replaceAll('_', ' ').toLowerCase(), wide: true },
          {
            label: 'fba.boxCount',
            value: `${format.number(boxes.length)}, ${format.number(totalWeight(fba))} ${weight}`,
            wide: true,
          },
          ...(transport.expires_at && fba.next === 'confirm'
            ? [{ label: 'fba.validUntil' as const, value: format.short(transport.expires_at), wide: true }]
            : []),
        ]}
      />
    </div>
  );
}
