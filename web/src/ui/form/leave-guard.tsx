import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';

/** Leaving with changes asks: inside the app by a dialog, when the tab closes by the browser's own question. */
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
