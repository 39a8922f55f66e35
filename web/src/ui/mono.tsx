import type { ReactNode } from 'react';
import classes from './mono.module.css';

/** If a scanner can read it, it is set in mono. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <span className={classes.mono} data-code>
      {children}
    </span>
  );
}
