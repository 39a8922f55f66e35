import type { ExceptionAction as Action, Exception } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { asFailure, useWrite } from '../../lib/api.ts';
import { refusalOf, showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import css from './exceptions.module.css';
import { isStillOpen, refreshExceptions, useNamedCall } from './use-exception.ts';

interface ActionProps {
  exception: Exception;
  /** The button is filled on the selected row only. */
  isMain: boolean;
  onProblem: (sentence: string) => void;
}

/** The button that resolves it: a call of the API, or the way to the screen where a person does it. */
export function ExceptionAction({ exception, isMain, onProblem }: ActionProps) {
  const { action } = exception;
  if (!action) return <span className={css.action} />;
  const variant = isMain ? 'filled' : 'default';
  if (!action.call)
    return (
      <span className={css.action}>
        <Button
          component={RouteLink}
          href={action.to}
          variant={variant}
          size="xs"
          aria-label={`${action.label}: ${exception.sentence}`}
        >
          {action.label}
        </Button>
      </span>
    );
  return (
    <span className={css.action}>
      <CallButton
        exception={exception}
        label={action.label}
        named={action.call}
        variant={variant}
        onProblem={onProblem}
      />
    </span>
  );
}

interface CallProps extends Omit<ActionProps, 'isMain'> {
  label: string;
  named: NonNullable<Action['call']>;
  variant: 'filled' | 'default';
  /** What the button is about, when it is not the sentence of the exception. */
  about?: string;
}

/** Makes a call that the exception names, and says whether the cause is gone. */
export function CallButton({ exception: { id, sentence }, label, named, variant, onProblem, about }: CallProps) {
  const t = useText();
  const [looking, setLooking] = useState(false);
  const write = useWrite(useNamedCall(named), {
    onSuccess: async () => {
      setLooking(true);
      const isOpen = await isStillOpen(id).catch(() => true);
      setLooking(false);
      showSuccess(t(isOpen ? 'exceptions.notResolved' : 'exceptions.resolved'));
      await refreshExceptions();
    },
    onFailure: (error) => {
      const failure = asFailure(error);
      if (failure.status === 0) return false;
      onProblem(refusalOf(failure, t));
      return true;
    },
  });
  return (
    <Button
      variant={variant}
      size="xs"
      aria-label={`${label}: ${about ?? sentence}`}
      disabled={write.isPending || looking}
      onClick={() => {
        onProblem('');
        write.mutate(named.body === null ? {} : ({ body: named.body } as never));
      }}
    >
      {label}
    </Button>
  );
}
