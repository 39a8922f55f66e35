import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';

let hasToasts = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a toast was ever requested: until then the toast code is not loaded. */
export const useHasToasts = () => useSyncExternalStore(subscribe, () => hasToasts);

/** The limit of the toast area. */
const TOASTS_MAX = 3;

/** Shows a toast at the bottom of the screen. When there are too many, the oldest is removed. */
export function toast(content: NotificationData & { id: string }): void {
  hasToasts = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications, notificationsStore }) => {
    // Repeating a toast replaces it.
    notifications.hide(content.id);
    const { notifications: shown } = notificationsStore.getState();
    const oldest = shown[0]?.id;
    if (shown.length >= TOASTS_MAX && oldest) notifications.hide(oldest);
    notifications.show(content);
  });
}

/** Closes the newest toast, if there is one: they stay until they are closed, also by who has no mouse. */
export function closeNewestToast(): void {
  if (!hasToasts) return;
  void import('@mantine/notifications').then(({ notifications, notificationsStore }) => {
    const newest = notificationsStore.getState().notifications.at(-1)?.id;
    if (newest) notifications.hide(newest);
  });
}

/** Removes a toast before its time. */
export function hideToast(id: string): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
}
