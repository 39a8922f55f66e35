import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';

interface DialogProps {
  title: string;
  /** The widest is for documents, which are as wide as paper. */
  size?: 440 | 560 | 760 | 1040;
  onClose: () => void;
  /** A click beside it closes what only shows or asks, never what one has begun to fill in. */
  closeOnClickOutside?: boolean;
  children: ReactNode;
}

/** A window over the page for one small thing. It traps the focus and gives it back. */
export function Dialog({ title, size = 440, onClose, closeOnClickOutside = true, children }: DialogProps) {
  const t = useText();
  return (
    <Modal
      opened
      title={title}
      size={size}
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
}
