import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../lib/text/text.ts';
import { usePageFocus } from '../page-focus.ts';
import { RouteLink } from '../route-link.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import css from './floor.module.css';

export const FLOOR = '/floor';

interface FloorPageProps {
  title: string;
  /** Below the title: for whom, or where. */
  sub?: ReactNode;
  /** On the right of the bar. */
  aside?: ReactNode;
  /** Where the arrow leads; the home without it. */
  back?: string;
  /** Below the work, always in sight. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A screen of the floor: a bar of 56 px with the way back, and the work below it. */
export function FloorPage({ title, sub, aside, back = FLOOR, foot, children }: FloorPageProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  usePageFocus(heading);
  return (
    <>
      <header className={css.bar}>
        <RouteLink href={back} className={css.back} aria-label={t('onFloor.back')}>
          <IconArrowLeft size={22} stroke={1.7} aria-hidden />
        </RouteLink>
        <div className={css.heading}>
          <h1 ref={heading} className={css.title} tabIndex={-1}>
            {title}
          </h1>
          {sub && <span className={css.sub}>{sub}</span>}
        </div>
        {aside}
      </header>
      <div className={css.body}>{children}</div>
      {foot}
    </>
  );
}
