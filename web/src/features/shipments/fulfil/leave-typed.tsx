import { useEffect, useRef } from 'react';
import { LeaveQuestion } from '../../../ui/form/leave-guard.tsx';
import type { FormFrame } from '../../../ui/form/use-record-form.ts';

/** What was typed in the form by hand and is not fulfilled yet. */
export interface Typed {
  isSaving: boolean;
  drop: () => void;
}

export type OnTyped = (typed: Typed | undefined) => void;

/** Reports what a form holds to what is around it, until the form goes away. */
export function useReportTyped({ dirty, saving, removeDraft }: FormFrame, onTyped: OnTyped): void {
  const latest = useRef({ onTyped, removeDraft });
  latest.current = { onTyped, removeDraft };
  useEffect(() => {
    latest.current.onTyped(dirty ? { isSaving: saving, drop: () => latest.current.removeDraft() } : undefined);
  }, [dirty, saving]);
  useEffect(() => () => latest.current.onTyped(undefined), []);
}

interface LeaveTypedProps {
  typed: Typed | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Leaves at once when nothing was typed, and once it is saved while that is under way; asks otherwise. */
export function LeaveTyped({ typed, onLeave, onStay }: LeaveTypedProps) {
  const isFree = typed === undefined;
  useEffect(() => {
    if (isFree) onLeave();
  }, [isFree, onLeave]);
  if (!typed || typed.isSaving) return null;
  const leave = () => {
    typed.drop();
    onLeave();
  };
  return <LeaveQuestion onLeave={leave} onStay={onStay} />;
}
