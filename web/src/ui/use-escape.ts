import { useLayoutEffect, useRef, useState } from 'react';

/** What Esc closes, by the order in which it was made: a dialog is made before those that it opens. */
const closers = new Map<number, () => void>();
let lastMade = 0;

/** The list of a select and an open menu mark the element that has the focus: they close themselves. */
const isMarked = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

function closeInnermost(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isMarked(event.target)) return;
  // Handled: the same Esc closes no toast.
  event.preventDefault();
  closers.get(Math.max(...closers.keys()))?.();
}

/**
 * Esc closes this dialog while no other is open over it. Mantine's own handling closes all that are open, so that the
 * Esc that left the palette also closed the dialog below.
 */
export function useEscape(close: () => void, isOpen = true): void {
  const [made] = useState(() => ++lastMade);
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    if (!isOpen) return;
    if (closers.size === 0) window.addEventListener('keydown', closeInnermost, true);
    closers.set(made, () => latest.current());
    return () => {
      closers.delete(made);
      if (closers.size === 0) window.removeEventListener('keydown', closeInnermost, true);
    };
  }, [made, isOpen]);
}
