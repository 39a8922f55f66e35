import { Fragment, type ReactNode, useRef } from 'react';
import { useText } from '../lib/text/text.ts';
import { usePageFocus } from './page-focus.ts';
import classes from './page-head.module.css';
import { RouteLink } from './route-link.tsx';
import { useDocumentTitle } from './use-document-title.ts';

export interface Crumb {
  label: string;
  href?: string;
}

/** The head of every page: breadcrumbs, title, count, actions. */
export function PageHead({
  crumbs = [],
  title,
  count,
  badge,
  actions,
  mono,
}: {
  crumbs?: readonly Crumb[];
  title: string;
  /** Shown muted after the title. */
  count?: ReactNode;
  /** A status pill or tag beside the title. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Titles that can be scanned are set in monospace. */
  mono?: boolean | undefined;
}) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  useDocumentTitle(title);
  return (
    <header className={classes.head}>
      {crumbs.length > 0 && (
        <nav className={classes.crumbs} aria-label={t('common.breadcrumb')}>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.label}>
              {index > 0 && (
                <span className={classes.slash} aria-hidden="true">
                  /
                </span>
              )}
              {crumb.href ? (
                <RouteLink className={classes.crumb} href={crumb.href}>
                  {crumb.label}
                </RouteLink>
              ) : (
                <span className={classes.crumb}>{crumb.label}</span>
              )}
            </Fragment>
          ))}
        </nav>
      )}
      <div className={classes.row}>
        <h1 ref={heading} tabIndex={-1} className={classes.title} data-mono={mono || undefined}>
          {title}
          {count !== undefined && <span className={classes.count}> {count}</span>}
        </h1>
        {badge}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
