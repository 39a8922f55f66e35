import type { ReactNode } from 'react';
import classes from './open-button.module.css';

interface OpenButtonProps {
  children: ReactNode;
  title?: string;
  onClick: () => void;
}

/** Looks like a link but opens a dialog or a file, so it is a button. */
export function OpenButton({ children, title, onClick }: OpenButtonProps) {
  return (
    <button type="button" className={classes.open} title={title} onClick={onClick}>
      {children}
    </button>
  );
}
