import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useText } from '../../lib/text/text.ts';
import { registerUnsavedWork } from '../../lib/unsaved.ts';
import { Dialog } from '../dialog.tsx';
import type { FormFrame } from './use-record-form.ts';

type GuardedForm = Pick<FormFrame, 'wouldLose' | 'dirty'> & Partial<Pick<FormFrame, 'removeDraft'>>;

interface LeaveTexts {
  title?: string;
  text?: string;
  leave?: string;
  stay?: string;
}
interface LeaveGuardProps extends LeaveTexts {
  form: GuardedForm;
}
interface LeaveQuestionProps extends LeaveTexts {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are lost: a dialog inside the app, the browser's own prompt when the tab closes. */
export function LeaveGuard({ form, ...question }: LeaveGuardProps) {
  const { wouldLose } = form;
  const latest = useRef(wouldLose);
  latest.current = wouldLose;
  useEffect(() => registerUnsavedWork(() => latest.current()), []);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: wouldLose,
    enableBeforeUnload: wouldLose,
    disabled: !form.dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const leaveForGood = () => {
    form.removeDraft?.();
    proceed?.();
  };
  return <LeaveQuestion {...question} onLeave={leaveForGood} onStay={() => reset?.()} />;
}

/** Asks whether to leave. Staying is the default. */
export function LeaveQuestion({ title, text, leave, stay, onLeave, onStay }: LeaveQuestionProps) {
  const t = useText();
  return (
    <Dialog title={title ?? t('forms.leaveTitle')} onClose={onStay}>
      <Text mb="lg">{text ?? t('forms.leaveText')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onLeave}>
          {leave ?? t('forms.leaveAnyway')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {stay ?? t('forms.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}
