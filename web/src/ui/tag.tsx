import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** A square tag names a kind: Kit, Internal, Quarantined, Beta. */
export function Tag({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'kit' | 'caution' | 'attention';
  children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
