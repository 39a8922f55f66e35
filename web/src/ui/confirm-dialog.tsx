import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Actions that cannot be undone have a red button. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ title, text, confirm, danger, busy, onConfirm, onClose }: ConfirmProps) {
  const t = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button {...(danger ? { color: 'red' } : {})} disabled={busy ?? false} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
