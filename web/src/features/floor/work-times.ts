import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TICK_MS = 20_000;

/** How long ago a moment is, in the largest unit that fits. */
export interface Age {
  unit: 'minutes' | 'hours' | 'days';
  count: number;
}

export function ageOf(since: string, now: Date): Age {
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  if (passed < HOUR_MS) return { unit: 'minutes', count: Math.floor(passed / MINUTE_MS) };
  if (passed < DAY_MS) return { unit: 'hours', count: Math.floor(passed / HOUR_MS) };
  return { unit: 'days', count: Math.floor(passed / DAY_MS) };
}

/** The clock of a live screen, which shows ages. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
