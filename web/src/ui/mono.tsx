import type { ReactNode } from 'react';
import classes from './mono.module.css';

/** Codes that can be scanned are set in monospace. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <span className={classes.mono} data-code>
      {children}
    </span>
  );
}
