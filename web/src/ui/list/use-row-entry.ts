import { type KeyboardEvent as PressedKey, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { ListState } from './use-list.ts';

const TITLE = 'body, main h1, main';

/**
 * ↓ moves the focus to the first row: from the search box, and from the title, where it is after a navigation. The rows
 * of a search that is still loading are waited for: the old ones would open another record. What opens a row is marked
 * by `data-row`.
 */
export function useRowEntry(
  body: RefObject<HTMLElement | null>,
  { query, stale, loading }: Pick<ListState<unknown>, 'query' | 'stale' | 'loading'>,
): (search?: string) => void {
  const shown = query.search ?? '';
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted !== shown || stale || loading) return;
    setWanted(undefined);
    body.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  }, [wanted, shown, stale, loading, body]);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!document.activeElement?.matches(TITLE)) return;
      event.preventDefault();
      setWanted(shown);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [shown]);
  return (search = shown) => setWanted(search);
}

/** The arrow keys move the focus through the rows' links, so that Enter opens the row. */
export function moveRowFocus(event: PressedKey<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
