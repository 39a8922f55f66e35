import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';

/** Asks before unsaved changes are lost: a dialog inside the app, the browser's own prompt when the tab closes. */
export function LeaveGuard({ wouldLose, dirty }: { wouldLose: () => boolean; dirty: boolean }) {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: wouldLose,
    enableBeforeUnload: wouldLose,
    disabled: !dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={t('forms.leaveTitle')} onClose={() => reset?.()}>
      <Text mb="lg">{t('forms.leaveText')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => proceed?.()}>
          {t('forms.leaveAnyway')}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t('forms.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}
