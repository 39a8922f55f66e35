import { api, type Cause, type Explanation, hasMinimums } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useBackLink } from '../../../ui/back-link.ts';
import { DetailPage, Section, SidePanel } from '../../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { shipmentPath, TracePanel } from '../../records/index.ts';
import css from '../billing.module.css';
import { activityPath, ENTRIES, entryPath, entryTraceLabels } from '../billing-words.ts';
import { EntryDialogs, entryAction } from '../entry-dialogs.tsx';
import { useFirstDay } from '../first-day.ts';
import { useGapWords } from '../unbilled/gap-words.ts';
import { CountedTable } from './counted-table.tsx';
import { nameOfCount, useSentences } from './explanation-words.ts';
import { Recompute } from './recompute.tsx';

/** How one charge was computed. */
export function EntryView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.billingExplanation.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(ENTRIES);
  return (
    <Loaded read={read} backTo={back}>
      {(explanation) => <EntryPage explanation={explanation} back={back} />}
    </Loaded>
  );
}

function EntryPage({ explanation, back }: { explanation: Explanation; back: string }) {
  const t = useText();
  const { can } = useSession();
  const go = useGo();
  const { entry, cause } = explanation;
  const [isEdited, setEdited] = useState(false);
  const name = t('billing.explanation.one', { id: entry.id });
  const action = entryAction(entry);
  const mayAct = can(api.billingEntries.update.access) && (entry.quantity > 0 || can('delete_billing_entry'));
  return (
    <DetailPage
      title={entry.meta_name}
      crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.entries'), href: back }, { label: name }]}
      actions={
        mayAct &&
        action && (
          <Button
            variant="default"
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} stroke={1.7} />}
            onClick={() => setEdited(true)}
          >
            {t(action)}
          </Button>
        )
      }
      side={
        <>
          <Corrections explanation={explanation} />
          <TracePanel traceableType="BillingEntry" traceableId={entry.id} name={name} fieldLabels={entryTraceLabels} />
        </>
      }
    >
      <Section>
        <EntryFacts explanation={explanation} />
      </Section>
      <Computation explanation={explanation} />
      {cause && <CountedTable cause={cause} />}
      {isEdited && <EntryDialogs entry={entry} onDeleted={() => go(back)} onClose={() => setEdited(false)} />}
    </DetailPage>
  );
}

function EntryFacts({ explanation }: { explanation: Explanation }) {
  const format = useFormat();
  const { can } = useSession();
  const { entry, cause } = explanation;
  const { activity, billing_activity_id: activityId } = entry;
  const facts: Fact[] = [
    { label: 'billing.entries.client', value: entry.client },
    { label: 'billing.entries.billDate', value: format.date(entry.bill_date) },
    {
      label: 'billing.entries.activity',
      value: can(api.billingActivities.get.access) ? (
        <RouteLink href={activityPath(activityId, 'view')}>{activity}</RouteLink>
      ) : (
        activity
      ),
      second: entry.charge,
    },
    { label: 'billing.entries.reference', value: entry.reference, copy: true },
    { label: 'billing.entries.total', value: format.money(entry.total) },
    ...(cause ? [{ label: 'billing.explanation.cause' as const, value: <CauseLink cause={cause} /> }] : []),
    ...(entry.charge_day
      ? [{ label: 'billing.explanation.chargeDay' as const, value: format.date(entry.charge_day) }]
      : []),
    {
      label: 'billing.explanation.enteredBy',
      value: entry.created_by,
      second: format.dateTime(entry.created_at),
    },
    ...(entry.note ? [{ label: 'billing.entries.note' as const, value: entry.note, wide: true }] : []),
  ];
  return <Facts items={facts} />;
}

function CauseLink({ cause }: { cause: Cause }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  if (cause.type === 'snapshot') return t('billing.explanation.causeSnapshot', { day: format.date(cause.day) });
  if (cause.type === 'count') {
    const name = t('billing.explanation.causeCount', { name: nameOfCount(cause) });
    return can(api.counts.get.access) ? <RouteLink href={`/counts/${cause.id}/action/view`}>{name}</RouteLink> : name;
  }
  const name = t('billing.explanation.causeShipment', { name: cause.reference });
  return can(api.shipments.get.access) && !cause.is_voided ? (
    <RouteLink href={shipmentPath(cause.direction, cause.id)}>{name}</RouteLink>
  ) : (
    name
  );
}

/** In words: what was counted, the rate, what was charged, and what could not be counted. */
function Computation({ explanation }: { explanation: Explanation }) {
  const t = useText();
  const format = useFormat();
  const sentences = useSentences();
  const gapWords = useGapWords();
  const { entry, how, recomputed, gaps } = explanation;
  const amount = ({ quantity, price, total }: { quantity: number; price: number; total: number }) => ({
    quantity: format.number(quantity, { maximumFractionDigits: 4 }),
    price: format.money(price),
    total: format.money(total),
  });
  // A person billed the shipment otherwise than it was proposed.
  const isOtherwise = recomputed !== null && how === null;
  return (
    <Section title={t('billing.explanation.computed')}>
      <div className={css.computation}>
        <div className={css.explained}>
          {sentences(explanation).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {isOtherwise ? (
            <>
              <p>{t('billing.explanation.proposed', amount({ ...recomputed, total: recomputed.amount }))}</p>
              <p className={css.formula}>{t('billing.explanation.entered', amount(entry))}</p>
            </>
          ) : (
            <p className={css.formula}>{t('billing.explanation.formula', amount(entry))}</p>
          )}
        </div>
        <RateFacts explanation={explanation} />
        <Recompute explanation={explanation} />
        {gaps.length > 0 && (
          <div className={css.explained}>
            <h3>{t('billing.explanation.notCounted')}</h3>
            {gaps.map(({ reason, details }) => (
              <p key={reason}>{gapWords({ reason, details })}</p>
            ))}
          </div>
        )}
      </div>
    </Section>
  );
}

function RateFacts({ explanation }: { explanation: Explanation }) {
  const t = useText();
  const format = useFormat();
  const { entry, link } = explanation;
  const firstDay = useFirstDay();
  if (!link) return <p>{t('billing.explanation.noRate')}</p>;
  const { user, valid_from } = link;
  const facts: Fact[] = [
    {
      label: 'billing.explanation.rate',
      value: format.money(link.rate),
      second: t('billing.explanation.rateFrom', { day: firstDay(valid_from), user }),
    },
    { label: 'billing.activities.quantity', value: format.number(link.quantity, { maximumFractionDigits: 4 }) },
    ...(hasMinimums(entry.charge)
      ? [
          { label: 'billing.activities.minimumCharge' as const, value: format.money(link.minimum_charge) },
          {
            label: 'billing.activities.minimumQuantity' as const,
            value: format.number(link.minimum_quantity, { maximumFractionDigits: 4 }),
          },
        ]
      : []),
  ];
  return <Facts items={facts} />;
}

/** The entry that this one corrects, and those that correct it. */
function Corrections({ explanation }: { explanation: Explanation }) {
  const t = useText();
  const format = useFormat();
  const { corrects, corrections } = explanation;
  const others = [...(corrects ? [corrects] : []), ...corrections];
  if (others.length === 0) return null;
  return (
    <SidePanel title={t('billing.explanation.corrections')} count={others.length}>
      <ul className={css.gaps}>
        {others.map((other) => (
          <li key={other.id}>
            <RouteLink href={entryPath(other.id)}>
              {t(other === corrects ? 'billing.explanation.takesBack' : 'billing.explanation.correctedBy', {
                day: format.date(other.bill_date),
                total: format.money(other.total),
              })}
            </RouteLink>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
