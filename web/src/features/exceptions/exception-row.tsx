import type { Exception } from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Mono } from '../../ui/mono.tsx';
import { Monogram } from '../../ui/monogram.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { ExceptionAction } from './exception-action.tsx';
import { ageOf } from './exception-times.ts';
import css from './exceptions.module.css';
import { SeverityPill } from './severity-pill.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useOwn } from './use-exception.ts';

interface RowProps {
  exception: Exception;
  isSelected: boolean;
  /** Its cause is gone since it is shown. */
  isResolved: boolean;
  onSelect: () => void;
}

/** One exception: what, whose, since when, who takes care, and the button that resolves it. */
export function ExceptionRow({ exception, isSelected, isResolved, onSelect }: RowProps) {
  const t = useText();
  const [problem, setProblem] = useState('');
  if (isResolved) return <ResolvedRow exception={exception} />;
  return (
    <li className={css.row} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={css.open}
        data-row
        aria-pressed={isSelected}
        aria-label={`${t(`exceptions.severities.${exception.severity}`)}: ${exception.sentence}`}
        onClick={onSelect}
      >
        <SeverityPill severity={exception.severity} />
      </button>
      <div className={css.what}>
        <p>
          <Sentence exception={exception} />
        </p>
        {problem && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
        <p className={css.whose}>
          {exception.client_id !== null && <Monogram id={exception.client_id} name={exception.client} />}
          {exception.client || t('exceptions.company')}
        </p>
      </div>
      <AgeText since={exception.since} />
      <OwnerCell exception={exception} />
      <ExceptionAction exception={exception} isMain={isSelected} onProblem={setProblem} />
      <SnoozeMenu exception={exception} />
    </li>
  );
}

/** It stays where it was, and says that nothing is left to do. */
function ResolvedRow({ exception }: { exception: Exception }) {
  const t = useText();
  return (
    <li className={css.row} data-resolved>
      <StatusPill status="finished">{t('exceptions.gone')}</StatusPill>
      <div className={css.what}>
        <p>
          <Sentence exception={exception} />
        </p>
        <p className={css.whose}>
          {exception.client_id !== null && <Monogram id={exception.client_id} name={exception.client} />}
          {exception.client || t('exceptions.company')}
        </p>
      </div>
      <output className={css.resolvedText}>{t('exceptions.resolved')}</output>
    </li>
  );
}

/**
 * The record is a link, codes are set apart. A sentence is never reordered: its parts are known by their place in it.
 */
export function Sentence({ exception: { parts, link } }: { exception: Exception }) {
  return createElement(Fragment, null, ...parts.map((part) => partOf(part, link)));
}

function partOf({ as, text }: Exception['parts'][number], link: Exception['link']): ReactNode {
  if (as === 'text') return text;
  if (as === 'code' || !link) return <Mono>{text}</Mono>;
  return <RouteLink href={link}>{text}</RouteLink>;
}

export function useAge(since: string) {
  const t = useText();
  const { unit, count, isOld } = ageOf(since, new Date());
  return { text: t(`exceptions.age.${unit}`, { n: count }), isOld };
}

function AgeText({ since }: { since: string }) {
  const { text, isOld } = useAge(since);
  return (
    <time className={css.age} dateTime={since} data-old={isOld || undefined}>
      {text}
    </time>
  );
}

function OwnerCell({ exception: { id, owner, is_mine, sentence } }: { exception: Exception }) {
  const t = useText();
  const own = useOwn();
  if (owner)
    return (
      <span className={css.owner}>
        <Tooltip label={t('exceptions.ownedBy', { name: is_mine ? t('exceptions.yours') : owner })}>
          <span role="img" aria-label={t('exceptions.ownedBy', { name: is_mine ? t('exceptions.yours') : owner })}>
            <UserAvatar name={owner} size={24} />
          </span>
        </Tooltip>
      </span>
    );
  return (
    <span className={css.owner}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconUser size={14} stroke={1.7} />}
        aria-label={`${t('exceptions.take')}: ${sentence}`}
        disabled={own.isPending}
        onClick={() => own.mutate({ params: { id }, body: { is_mine: 1 } })}
      >
        {t('exceptions.take')}
      </Button>
    </span>
  );
}
