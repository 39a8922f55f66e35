import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';
import { useFocusBack } from './focus-back.ts';

interface DialogProps {
  title: string;
  /** The widest is for documents, which are as wide as paper. */
  size?: 440 | 560 | 760 | 1040;
  onClose: () => void;
  /** A click beside it closes what only shows or asks, never what one has begun to fill in. */
  closeOnClickOutside?: boolean;
  /** What is shown once: neither a stray click nor Esc takes it away. */
  shownOnce?: boolean;
  /** What grows with every scan hangs from the top: its field stays where it is. */
  grows?: boolean;
  children: ReactNode;
}

/** A window over the page for one small thing. It traps the focus and gives it back. */
export function Dialog(props: DialogProps) {
  const { title, size = 440, onClose, closeOnClickOutside = true, shownOnce = false, grows, children } = props;
  const t = useText();
  useFocusBack();
  return (
    <Modal
      opened
      title={title}
      size={size}
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside && !shownOnce}
      closeOnEscape={!shownOnce}
      withCloseButton={!shownOnce}
      centered={!grows}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
}
