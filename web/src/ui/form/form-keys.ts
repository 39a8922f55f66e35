import { type KeyboardEvent, useEffect, useRef } from 'react';

const FIELDS = 'input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled])';

/** Ctrl/⌘+Enter saves and Esc leaves, wherever on the page one is; open menus and dialogs keep their own Esc. */
export function useFormKeys({ save, leave }: { save: () => void; leave?: () => void }) {
  const keys = useRef({ save, leave });
  keys.current = { save, leave };
  useEffect(() => {
    // Before the fields' own listeners, while the page still shows what the key was pressed in.
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopPropagation();
        keys.current.save();
      }
      const busy = document.querySelector(
        '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([hidden])',
      );
      const open = document.activeElement?.getAttribute('aria-expanded') === 'true';
      if (event.key === 'Escape' && keys.current.leave && !open && !isVisible(busy)) {
        event.preventDefault();
        keys.current.leave();
      }
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}

const isVisible = (element: Element | null) => element instanceof HTMLElement && element.offsetParent !== null;

/** A scan ends in Enter: it goes on to the next field and never sends a form that is half filled. */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>) {
  const at = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (!(at instanceof HTMLInputElement)) return;
  event.preventDefault();
  // In an open menu Enter has just chosen something, in a list of tags it has just added one.
  if (at.getAttribute('aria-expanded') === 'true' || (at.dataset.takesEnter && at.value)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter(isVisible);
  fields[fields.indexOf(at) + 1]?.focus();
}
