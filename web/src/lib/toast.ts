import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';

let wanted = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether anything was ever to be shown: until then the toasts need not be loaded. */
export const useToastsWanted = () => useSyncExternalStore(subscribe, () => wanted);

/** As many as the toast area shows. */
const TOASTS_MAX = 3;

/** Puts a toast at the bottom of the screen. The newest always shows: the oldest makes room for it. */
export function toast(content: NotificationData & { id: string }): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications, notificationsStore }) => {
    // The same toast again is told anew, not told twice.
    notifications.hide(content.id);
    const { notifications: shown } = notificationsStore.getState();
    const oldest = shown[0]?.id;
    if (shown.length >= TOASTS_MAX && oldest) notifications.hide(oldest);
    notifications.show(content);
  });
}
