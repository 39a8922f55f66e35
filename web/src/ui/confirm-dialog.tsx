import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  text: ReactNode;
  confirm: string;
  /** What cannot be undone is confirmed in red. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The one question before something that cannot be taken back. */
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
