import type { ReactNode } from 'react';
import css from './section-head.module.css';

interface SectionHeadProps {
  title: string;
  /** What the section has, in a few words. */
  hint?: ReactNode;
  /** What can be done with the section, at its right. */
  children?: ReactNode;
}

/** The head of a section of a page. */
export function SectionHead({ title, hint, children }: SectionHeadProps) {
  return (
    <header className={css.head}>
      <h2>{title}</h2>
      {hint && <span>{hint}</span>}
      {children && <div className={css.actions}>{children}</div>}
    </header>
  );
}
