import type { RouterHistory } from '@tanstack/react-router';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** How long the rows of a list may take before the focus stays on the title. */
const WAIT_MS = 10_000;

/** The screen whose title had the focus last: a screen takes the focus once. */
let focusedScreen = '';
/** The link that the user followed from the page they have returned to. */
let linkToReturnTo: string | undefined;

type HistoryState = { __TSR_key?: string; key?: string };
const keyOf = ({ state }: { state: HistoryState }) => state.__TSR_key ?? state.key ?? '';

/** Remembers, for every entry of the history, by which link it was left. */
export function trackLinks(history: RouterHistory): () => void {
  const followed = new Map<string, string>();
  let current = keyOf(history.location);
  return history.subscribe(({ location, action }) => {
    const link = document.activeElement?.closest('main a[href]')?.getAttribute('href');
    if (action.type === 'PUSH' && link) followed.set(current, link);
    current = keyOf(location);
    linkToReturnTo = action.type === 'PUSH' || action.type === 'REPLACE' ? undefined : followed.get(current);
  });
}

/** Which screen is shown: a list whose query changes, or a statement whose month changes, is still the same one. */
function useScreen(): string {
  return useRouterState({
    select: ({ matches }) => {
      const match = matches.at(-1);
      const { query: _, queryId: __, month: ___, ...params } = (match?.params ?? {}) as Record<string, string>;
      return `${match?.routeId} ${JSON.stringify(params)}`;
    },
  });
}

const findLink = (href: string) =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find((link) => link.getAttribute('href') === href);

/** Focuses the link when it appears, unless the focus has left these places by then. */
function focusLink(href: string, from: readonly (Element | null)[]): () => void {
  const tryFocus = () => {
    const link = findLink(href);
    const isHere = from.includes(document.activeElement);
    if (link && isHere) {
      link.focus({ preventScroll: true });
      link.scrollIntoView({ block: 'nearest' });
    }
    return link !== undefined || !isHere;
  };
  if (tryFocus()) return () => {};
  const observer = new MutationObserver(() => tryFocus() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), WAIT_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Moves the focus to the link of a record that a button has just created, when the link is shown. */
export function focusCreatedLink(href: string): void {
  focusLink(href, [document.activeElement, document.body, document.querySelector('main h1')]);
}

/**
 * After a navigation the focus is on the title of the page; after Back it is on the link that had been followed. A form
 * then moves it to its first field.
 */
export function usePageFocus(title: RefObject<HTMLElement | null>): void {
  const screen = useScreen();
  useEffect(() => {
    const element = title.current;
    if (!element || screen === focusedScreen) return;
    focusedScreen = screen;
    // A screen that begins with a field, to scan into it, has given it the focus already.
    if (document.querySelector('[role=dialog]') || document.activeElement?.matches('main input, main textarea')) return;
    element.focus({ preventScroll: true });
    return linkToReturnTo ? focusLink(linkToReturnTo, [element]) : undefined;
  }, [screen, title]);
}
