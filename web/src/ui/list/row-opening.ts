import type { MouseEvent } from 'react';

const CONTROLS = 'a, button, input, label, select, textarea, [role=menuitem], [role=menu]';

/** Whether the click is on the row itself: not on a control in it, in a menu of it, or at the end of a selection. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROLS)) return false;
  return window.getSelection()?.isCollapsed !== false;
}

/** Follows the row's own link or button, with the keys that were held: Ctrl opens a tab, as on the link. */
function open(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget.querySelector<HTMLElement>('[data-row]');
  if (!link || !isOnRow(event)) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  if (event.button === 1 && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
  else
    link.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** A row of a table opens by a click anywhere in it, and its text can be selected nevertheless. */
export const rowOpening = {
  onClick: (event: MouseEvent<HTMLElement>) => open(event),
  onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && open(event),
};
