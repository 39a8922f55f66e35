import { type RefObject, useLayoutEffect } from 'react';

/** `/` focuses the search box unless the focus is in a text field. */
export function useSlashKey(box: RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const writing = (event.target as Element | null)?.closest?.(
        'input, textarea, select, [contenteditable], [role=dialog]',
      );
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writing) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [box]);
}
