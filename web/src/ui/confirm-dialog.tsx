import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Label of the button that closes the dialog; *Cancel* would be misunderstood when cancelling is the action. */
  back?: string;
  /** Actions that cannot be undone have a red button. */
  danger?: boolean;
  busy?: boolean;
  /** More than a text, below it. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  back,
  danger,
  busy,
  children,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const t = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Text mb="lg">{text}</Text>
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {back ?? t('common.cancel')}
        </Button>
        <Button {...(danger ? { color: 'red' } : {})} disabled={busy ?? false} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
