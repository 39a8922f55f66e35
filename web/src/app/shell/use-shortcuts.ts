import { useLayoutEffect, useRef } from 'react';
import { useSession } from '../../lib/session.ts';
import { closeNewestToast } from '../../lib/toast.ts';
import { useGo } from '../../ui/route-link.tsx';
import { navigationFor } from '../navigation.ts';
import { makeShortcutReader, SCAN_GAP_MS, type Shortcut } from './shortcut-keys.ts';

/** `g`, then this letter opens the list of clients to work for. */
export const SWITCH_CLIENT_KEY = 'w';

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox], [role=textbox]';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

const isVisible = (element: HTMLElement) => element.checkVisibility();

/** Keys are text in a field, and belong to whatever is open over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.target instanceof Element && event.target.closest(TYPING)) return true;
  return [...document.querySelectorAll<HTMLElement>(OVERLAYS)].some(isVisible);
}

/** Presses the button of the page that declares the key. */
function pressButton(selector: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  buttons.find((button) => !button.matches(':disabled, [aria-disabled=true]'))?.click();
}

/** Selects the row that has the focus, or deselects it. */
function selectRow(): void {
  const row = document.activeElement?.closest('main tr, main li');
  row?.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)')?.click();
}

/** How long a page may take to show its button. */
const WAIT_MS = 15_000;

/** Presses the button that declares the key on the page that is being opened, as soon as it is shown. */
export function pressWhenShown(key: string): void {
  const left = document.querySelector('main h1');
  const observer = new MutationObserver(() => {
    const title = document.querySelector('main h1');
    if (!title || title === left || !document.querySelector(`main [aria-keyshortcuts="${key}"]`)) return;
    observer.disconnect();
    pressButton(`main [aria-keyshortcuts="${key}"]`);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
}

/**
 * The shortcuts of every screen: `?` shows them, Esc closes a toast, `c` creates, `e` edits, `f` fulfils, `p` packs,
 * `x` selects a row, `g` and a letter goes to a screen. A page's button takes part by its `aria-keyshortcuts`.
 */
export function useShortcuts(showHelp: () => void): void {
  const go = useGo();
  const { can } = useSession();
  const latest = useRef<(shortcut: Shortcut) => void>(() => {});
  latest.current = (shortcut) => {
    if (shortcut === '?') return showHelp();
    if (shortcut === 'x') return selectRow();
    const [, letter] = shortcut.split(' ');
    if (!letter) return pressButton(`main [aria-keyshortcuts="${shortcut}"]`);
    if (letter === SWITCH_CLIENT_KEY) return pressButton('[data-switches-client]');
    const entries = navigationFor(can).flatMap((group) => group.entries);
    const entry = entries.find(({ key }) => key === letter);
    if (entry) go(entry.href);
  };
  useLayoutEffect(() => {
    const read = makeShortcutReader();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      if (isTaken(event)) return;
      if (event.key === 'Escape') closeNewestToast();
      // Capital letters come from scanners: no shortcut has one.
      if (event.key.length !== 1 || (event.shiftKey && event.key !== '?')) return;
      const shortcut = read(event.key.toLowerCase(), event.timeStamp);
      if (shortcut) timer = setTimeout(() => latest.current(shortcut), SCAN_GAP_MS);
    };
    window.addEventListener('keydown', listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
