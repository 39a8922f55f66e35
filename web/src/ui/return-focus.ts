import { useEffect, useState } from 'react';

/** The elements to return the focus to when the open dialogs close, innermost first. */
let returnTargets: readonly Element[] = [];

/**
 * A menu item disappears with its menu, so the button that opened the menu is used. Empty when only the page has focus.
 */
function openerOf(element: Element | null): Element[] {
  const menu = element?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener && opener !== document.body ? [opener] : [];
}

/**
 * Returns the focus when a dialog closes. Mantine does so when `opened` changes, but our dialogs are unmounted instead.
 * A dialog that replaced another returns the focus to the element that opened the first one.
 */
export function useReturnFocus(): void {
  const [targets] = useState(() => [...openerOf(document.activeElement), ...returnTargets]);
  useEffect(() => {
    const outer = returnTargets;
    returnTargets = targets;
    return () => {
      returnTargets = outer;
      // After unmounting, and only if nothing else has taken the focus in the meantime.
      setTimeout(() => {
        const { activeElement } = document;
        const target = targets.find((element) => element.isConnected && !element.matches(':disabled'));
        if ((!activeElement || activeElement === document.body) && target instanceof HTMLElement)
          target.focus({ preventScroll: true });
      });
    };
  }, [targets]);
}
