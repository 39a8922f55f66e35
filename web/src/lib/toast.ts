import type { NotificationData } from '@mantine/notifications';
import type { RouterHistory } from '@tanstack/react-router';
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

/** How long a success is shown. */
export const SUCCESS_MS = 5_000;
/** A success this young was shown by what navigates now: saving a form opens the record. */
const YOUNG_MS = 1_000;
/** When each success was shown, by its id. */
const successes = new Map<string, number>();

/**
 * Shows a toast at the bottom of the screen. When there are too many, the oldest is removed. A success (`status`)
 * leaves after five seconds and on navigation, unless it says how long it stays; anything else stays until it is
 * closed.
 */
export function toast(content: NotificationData & { id: string }): void {
  hasToasts = true;
  const isPassing = content.role === 'status' && content.autoClose === undefined;
  if (isPassing) successes.set(content.id, Date.now());
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications, notificationsStore }) => {
    // Repeating a toast replaces it.
    notifications.hide(content.id);
    const { notifications: shown } = notificationsStore.getState();
    const oldest = shown[0]?.id;
    if (shown.length >= TOASTS_MAX && oldest) notifications.hide(oldest);
    notifications.show({ ...content, autoClose: content.autoClose ?? (isPassing ? SUCCESS_MS : false) });
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

/**
 * Leaving a screen ends what was said about it. Counted from the moment in which the navigation begins: the next screen
 * may take longer to appear than a success that was shown with it is young.
 */
export function leaveToastsBehind(history: Pick<RouterHistory, 'location' | 'subscribe'>): () => void {
  let { pathname } = history.location;
  return history.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    hideOldSuccesses();
  });
}

function hideOldSuccesses(): void {
  const now = Date.now();
  for (const [id, shownAt] of successes) {
    if (now - shownAt < YOUNG_MS) continue;
    successes.delete(id);
    hideToast(id);
  }
}

/** Removes a toast before its time. */
export function hideToast(id: string): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
}
