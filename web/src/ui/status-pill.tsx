import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

export type PillStatus =
  | 'open'
  | 'processed'
  | 'finished'
  | 'active'
  | 'disabled'
  | 'cancelled'
  | 'attention'
  | 'in-warehouse'
  | 'ready'
  | 'refused';

/** An icon of the progress of each status: a ring that fills, a check, a cross. */
const glyphs: Record<PillStatus, ReactNode> = {
  open: null,
  disabled: null,
  'in-warehouse': <path d="M6 6V2.6A3.4 3.4 0 0 1 9.4 6z" fill="currentColor" />,
  processed: <path d="M6 2.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />,
  ready: <path d="M6 6V2.6A3.4 3.4 0 1 1 2.6 6z" fill="currentColor" />,
  finished: <Check />,
  active: <Check />,
  cancelled: <path d="m4.3 4.3 3.4 3.4m0-3.4L4.3 7.7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />,
  attention: (
    <path
      d="M6 1.6 11 10.4H1zM6 5v2.4M6 8.8v.1"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      strokeLinecap="round"
      fill="none"
    />
  ),
  refused: <path d="m3 3 6 6m0-6L3 9" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
};

function Check() {
  return (
    <>
      <circle cx="6" cy="6" r="5.6" fill="currentColor" />
      <path
        d="m3.6 6.2 1.7 1.7 3.1-3.6"
        stroke="var(--pill-tint)"
        strokeWidth="1.4"
        strokeLinecap="round"
        fill="none"
      />
    </>
  );
}

const RINGED: readonly PillStatus[] = ['open', 'disabled', 'in-warehouse', 'processed', 'ready', 'cancelled'];

/** Shows a status: the icon shows the progress, the text names it. */
export function StatusPill({ status, children }: { status: PillStatus; children: ReactNode }) {
  return (
    <span className={classes.pill} data-status={status}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {RINGED.includes(status) && (
          <circle cx="6" cy="6" r="4.8" fill="none" stroke="currentColor" strokeWidth="1.5" />
        )}
        {glyphs[status]}
      </svg>
      {children}
    </span>
  );
}
