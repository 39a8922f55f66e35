import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/text/text.ts';
import css from './dialog.module.css';
import { useBelowLaptop } from './narrow.ts';
import { useReturnFocus } from './return-focus.ts';
import { ScanScope } from './scan/use-scan.tsx';
import { useEscape } from './use-escape.ts';

interface DialogProps {
  title: string;
  /** The widest is for PDF documents. */
  size?: 440 | 560 | 760 | 1040;
  onClose: () => void;
  /** Dialogs that only show or ask close on a click outside; forms do not. */
  closeOnClickOutside?: boolean;
  /** For content that is shown only once (a password, a batch that runs): neither a click outside nor Esc closes it. */
  shownOnce?: boolean;
  /** Aligned to the top, so that its field does not move while the list below it grows. */
  grows?: boolean;
  /** For work on the floor: covers a phone or tablet. */
  fillsSmallScreens?: boolean;
  /** At the right edge of a wide screen, over the side column of a page, so that the main column stays readable. */
  docked?: boolean;
  children: ReactNode;
}

/** A modal dialog. It traps the focus and returns it when it closes. */
export function Dialog(props: DialogProps) {
  const { title, size = 440, onClose, closeOnClickOutside = true, shownOnce = false, grows, children } = props;
  const isSmall = useBelowLaptop();
  const t = useText();
  useReturnFocus();
  useEscape(shownOnce ? () => {} : onClose);
  return (
    <Modal
      opened
      title={title}
      size={size}
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside && !shownOnce}
      closeOnEscape={false}
      withCloseButton={!shownOnce}
      centered={!grows}
      {...(props.docked && !isSmall
        ? { classNames: { inner: css.dockedInner ?? '', content: css.docked ?? '', overlay: css.dockedVeil ?? '' } }
        : {})}
      fullScreen={(props.fillsSmallScreens ?? false) && isSmall}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ScanScope>{children}</ScanScope>
    </Modal>
  );
}
