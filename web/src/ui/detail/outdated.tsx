import type { ReactNode } from 'react';
import css from './detail.module.css';

interface OutdatedProps {
  /** The answer to the last request has not arrived yet. */
  isOutdated: boolean;
  /** Beside other actions of a head. */
  isInline?: boolean;
  children: ReactNode;
}

/** The content of the previous answer stays visible, dimmed, and nothing in it can be pressed. */
export function Outdated({ isOutdated, isInline, children }: OutdatedProps) {
  return (
    <div
      className={[isInline && css.inline, isOutdated && css.outdated].filter(Boolean).join(' ')}
      aria-busy={isOutdated}
      inert={isOutdated}
    >
      {children}
    </div>
  );
}
