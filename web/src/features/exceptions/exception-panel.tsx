import { api, type Exception, type ExceptionDetails } from '@longshore/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { isNotFound, showSuccess } from '../../lib/failure.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DayInput } from '../../ui/form/day-field.tsx';
import { Mono } from '../../ui/mono.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { CommentsPanel } from '../records/index.ts';
import { AssigneeSelect } from './assignee-select.tsx';
import { CallButton, ExceptionAction } from './exception-action.tsx';
import { Sentence, useAge } from './exception-row.tsx';
import { morningOf, SNOOZE_CHOICES, snoozeUntil } from './exception-times.ts';
import css from './exceptions.module.css';
import { SeverityPill } from './severity-pill.tsx';
import { useOwn, useSnooze } from './use-exception.ts';

/** As in the style sheet. */
const ABOVE_THE_LIST = '(max-width: 1099px)';

/** The facts of an exception, what to do about it, snooze and comments. Esc closes it. */
export function ExceptionPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText();
  const { data, error } = useRead(api.exceptions.get, { params: { id } }, { staleTime: 0 });
  useEscape(onClose);
  const panel = useRef<HTMLElement>(null);
  const isRead = data !== undefined;
  // On a narrow screen the details are above the list, which may be scrolled far down.
  useEffect(() => {
    if (isRead && window.matchMedia(ABOVE_THE_LIST).matches) panel.current?.scrollIntoView({ block: 'start' });
  }, [isRead]);
  const isGone = error !== null && isNotFound(error);
  return (
    <aside ref={panel} className={css.panel} aria-label={t('exceptions.details')}>
      <ActionIcon className={css.close} aria-label={t('exceptions.close')} onClick={onClose}>
        <IconX size={17} stroke={1.7} />
      </ActionIcon>
      {isGone ? <EmptyState title={t('exceptions.resolved')} /> : data && <Details exception={data} />}
    </aside>
  );
}

function Details({ exception }: { exception: ExceptionDetails }) {
  const t = useText();
  const [problem, setProblem] = useState('');
  const age = useAge(exception.since);
  return (
    <>
      <div className={css.panelHead}>
        <SeverityPill severity={exception.severity} />
        <span className={css.panelAge}>{t('exceptions.open', { age: age.text })}</span>
      </div>
      <h2 className={css.panelTitle}>
        <Sentence exception={exception} />
      </h2>
      <p className={css.hint}>{exception.hint}</p>
      <Facts exception={exception} />
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <div className={css.panelActions}>
        <ExceptionAction exception={exception} isMain={exception.proposals.length === 0} onProblem={setProblem} />
        <OwnButton exception={exception} />
        <AssigneeSelect exception={exception} />
      </div>
      <Proposals exception={exception} onProblem={setProblem} />
      <SnoozeSection exception={exception} />
      <CommentsPanel type="Exception" id={exception.id} />
    </>
  );
}

/** Likely answers; the first button is the one to press. */
function Proposals({ exception, onProblem }: { exception: ExceptionDetails; onProblem: (sentence: string) => void }) {
  const t = useText();
  const { proposals } = exception;
  const isAboutSeveral = new Set(proposals.map(({ about }) => about)).size > 1;
  if (proposals.length === 0) return null;
  return (
    <SidePanel title={t('exceptions.proposals')}>
      <ul className={css.proposals}>
        {proposals.map(({ label, about, code, name, call }, at) => (
          <li key={`${about} ${code}`} data-likely={at === 0 || undefined}>
            <span className={css.proposal}>
              <Mono>{code}</Mono>
              <span>{name}</span>
              {isAboutSeveral && <span>{t('exceptions.proposalFor', { about })}</span>}
            </span>
            <CallButton
              exception={exception}
              label={label}
              named={call}
              about={`${about}, ${code}`}
              variant={at === 0 ? 'filled' : 'default'}
              onProblem={onProblem}
            />
          </li>
        ))}
      </ul>
      <p className={css.hint}>{t('exceptions.proposalsHint')}</p>
    </SidePanel>
  );
}

function Facts({ exception: { facts, client, opened_at, owner, is_mine } }: { exception: Exception }) {
  const t = useText();
  const format = useFormat();
  const rows = [
    { label: t('exceptions.client'), value: client || t('exceptions.company') },
    ...facts,
    { label: t('exceptions.opened'), value: format.short(opened_at) },
    { label: t('exceptions.owner'), value: is_mine ? t('exceptions.yours') : owner || t('exceptions.nobody') },
  ];
  return (
    <dl className={css.facts}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OwnButton({ exception: { id, is_mine } }: { exception: Exception }) {
  const t = useText();
  const own = useOwn();
  return (
    <Button
      variant="default"
      size="xs"
      disabled={own.isPending}
      onClick={() => own.mutate({ params: { id }, body: { is_mine: is_mine ? 0 : 1 } })}
    >
      {t(is_mine ? 'exceptions.giveBack' : 'exceptions.take')}
    </Button>
  );
}

function SnoozeSection({ exception: { id, snoozed_until } }: { exception: Exception }) {
  const t = useText();
  const format = useFormat();
  const field = useId();
  const { timezone } = format.place;
  const snooze = useSnooze((until) => {
    if (until) showSuccess(t('exceptions.wasSnoozed', { moment: format.dateTime(until) }));
  });
  const put = (until: string | null) => snooze.mutate({ params: { id }, body: { until } });
  return (
    <SidePanel title={t('exceptions.snooze')}>
      {snoozed_until && (
        <p className={css.hint}>{t('exceptions.snoozedUntil', { moment: format.dateTime(snoozed_until) })}</p>
      )}
      <div className={css.choices}>
        {snoozed_until && (
          <Button variant="default" size="xs" disabled={snooze.isPending} onClick={() => put(null)}>
            {t('exceptions.wake')}
          </Button>
        )}
        {SNOOZE_CHOICES.map((choice) => (
          <Button
            key={choice}
            variant="default"
            size="xs"
            disabled={snooze.isPending}
            onClick={() => put(snoozeUntil(choice, new Date(), timezone))}
          >
            {t(`exceptions.until.${choice}`)}
          </Button>
        ))}
        <DayInput
          id={field}
          aria-label={t('exceptions.until.day')}
          value=""
          min={dayOf(new Date(), timezone)}
          onDay={(day) => day && put(morningOf(day, timezone))}
        />
      </div>
    </SidePanel>
  );
}
