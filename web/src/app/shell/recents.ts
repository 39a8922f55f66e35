/** Recently opened palette choices, stored on this device for each user. */
export interface Recent {
  href: string;
  title: string;
  description: string;
}

const RECENT_MAX = 5;
const keyFor = (userId: number) => `longshore-recent-${userId}`;

export function recentsOf(userId: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function addRecent(userId: number, opened: Recent): void {
  const others = recentsOf(userId).filter((recent) => recent.href !== opened.href);
  try {
    localStorage.setItem(keyFor(userId), JSON.stringify([opened, ...others].slice(0, RECENT_MAX)));
  } catch {
    // Storage is not available: there are no recents.
  }
}
