import { useEffect, useState } from 'react';

/** Who had the focus before each window that stands open now, the last one first. */
let standing: readonly Element[] = [];

/** A choice of a menu goes with its menu; the button that opened it stays. Without any focus, the page itself has it. */
function lastingOf(element: Element | null): Element[] {
  const menu = element?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener && opener !== document.body ? [opener] : [];
}

/**
 * Gives the focus back when a window goes. The library does so when it sees one close, but ours come and go whole. A
 * window that took the place of another gives it to whoever opened the first.
 */
export function useFocusBack(): void {
  const [before] = useState(() => [...lastingOf(document.activeElement), ...standing]);
  useEffect(() => {
    const outer = standing;
    standing = before;
    return () => {
      standing = outer;
      // Once the window is gone: nobody else may have taken the focus in the meantime.
      setTimeout(() => {
        const { activeElement } = document;
        const lasting = before.find((element) => element.isConnected && !element.matches(':disabled'));
        if ((!activeElement || activeElement === document.body) && lasting instanceof HTMLElement)
          lasting.focus({ preventScroll: true });
      });
    };
  }, [before]);
}
