import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const FIELDS = 'input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled])';

/** Ctrl/⌘+Enter saves and Esc leaves, from anywhere on the page; open menus and dialogs handle their own Esc. */
export function useFormKeys({ save, leave }: { save?: () => void; leave?: () => void }) {
  const keys = useRef({ save, leave });
  keys.current = { save, leave };
  useLayoutEffect(() => {
    // In the capture phase, before the key closes the menu or dialog it was pressed in.
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing) return;
      // A page behind a dialog is not the one that is saved.
      const isBehind = keys.current.leave !== undefined && isShown('[role=dialog]');
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && keys.current.save && !isBehind) {
        event.preventDefault();
        event.stopPropagation();
        chooseHighlighted(document.activeElement);
        keys.current.save();
      }
      const isBusy = isShown('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([hidden])');
      const open = document.activeElement?.matches('[aria-expanded=true], [data-expanded]');
      if (event.key === 'Escape' && keys.current.leave && !open && !isBusy) {
        event.preventDefault();
        keys.current.leave();
      }
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}

/** What is highlighted in the open list of a select is what the user sees chosen when they save. */
function chooseHighlighted(field: Element | null): void {
  const list = field?.getAttribute('aria-controls');
  if (list) document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
}

const isVisible = (element: Element | null) => element instanceof HTMLElement && element.offsetParent !== null;

/** Whether any element of the kind is shown: closed lists stay in the document, before the dialog that is open. */
const isShown = (selector: string) => [...document.querySelectorAll(selector)].some(isVisible);

/** Enter alone: with Ctrl or ⌘ it saves, while composing it ends the composition. */
export const isPlainEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;

/** A scan ends in Enter: it moves to the next field and never submits a half-filled form. */
export function moveOnEnter(event: KeyboardEvent<HTMLElement>) {
  const at = event.target;
  if (!isPlainEnter(event)) return;
  if (!(at instanceof HTMLInputElement)) return;
  event.preventDefault();
  // In an open menu Enter has just selected an option, in a tags input it has just added one.
  if (at.dataset.expanded !== undefined || (at.dataset.takesEnter && at.value)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter(isVisible);
  fields[fields.indexOf(at) + 1]?.focus();
}
