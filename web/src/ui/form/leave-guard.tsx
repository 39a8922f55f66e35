import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';

interface LeaveTexts {
  title?: string;
  text?: string;
  leave?: string;
  stay?: string;
}
interface LeaveGuardProps extends LeaveTexts {
  wouldLose: () => boolean;
  dirty: boolean;
}
interface LeaveQuestionProps extends LeaveTexts {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are lost: a dialog inside the app, the browser's own prompt when the tab closes. */
export function LeaveGuard({ wouldLose, dirty, ...question }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: wouldLose,
    enableBeforeUnload: wouldLose,
    disabled: !dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveQuestion {...question} onLeave={() => proceed?.()} onStay={() => reset?.()} />;
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
