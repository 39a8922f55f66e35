import type { ReactNode } from 'react';
import classes from './open-button.module.css';

interface OpenButtonProps {
  children: ReactNode;
  title?: string;
  /** It opens a row of the list of a screen. */
  'data-row'?: true;
  onClick: () => void;
}

/** Looks like a link but opens a dialog or a file, so it is a button. */
export function OpenButton({ children, ...props }: OpenButtonProps) {
  return (
    <button type="button" className={classes.open} {...props}>
      {children}
    </button>
  );
}
