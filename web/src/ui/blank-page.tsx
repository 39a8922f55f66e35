import { type ReactNode, useRef } from 'react';
import css from './blank.module.css';
import { EmptyState } from './empty-state.tsx';
import { usePageFocus } from './page-focus.ts';
import { useDocumentTitle } from './use-document-title.ts';

interface BlankPageProps {
  title: string;
  hint?: ReactNode;
  children?: ReactNode;
}

/** A page that has nothing but the reason why: the reason is its title. */
export function BlankPage({ title, hint, children }: BlankPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  useDocumentTitle(title);
  return (
    <div className={css.blank}>
      <EmptyState
        title={
          <h1 ref={heading} tabIndex={-1} className={css.title}>
            {title}
          </h1>
        }
        hint={hint}
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** The same inside a page that has a title, or in a dialog. */
export function BlankPart({ title, hint, children }: BlankPageProps) {
  return (
    <div className={css.blank}>
      <EmptyState title={title} hint={hint}>
        {children}
      </EmptyState>
    </div>
  );
}
