import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

const AREA = '.mantine-Notifications-root[data-position="bottom-center"]';
/** Between the toasts and what is above them. */
const GAP = 12;

/**
 * Tells the frame and the dialogs how high the toasts are, as `--ls-toasts`: they end above them, so that no toast
 * covers a button, a field or the foot of a list.
 */
function useRoomForToasts() {
  const count = useNotifications().notifications.length;
  useEffect(() => {
    const area = document.querySelector<HTMLElement>(AREA);
    const { style } = document.documentElement;
    if (!area || count === 0) {
      style.removeProperty('--ls-toasts');
      return;
    }
    const observer = new ResizeObserver(() =>
      style.setProperty('--ls-toasts', `${Math.round(window.innerHeight - area.getBoundingClientRect().top + GAP)}px`),
    );
    observer.observe(area);
    return () => observer.disconnect();
  }, [count]);
}

/** At most three at the bottom of the screen. */
export default function Toasts() {
  useRoomForToasts();
  return <Notifications limit={3} position="bottom-center" autoClose={false} containerWidth={400} zIndex={500} />;
}
