import { useEffect, useState } from 'react';
import { dayOf, formatShort, type Place, useFormat } from '../../lib/format.ts';
import { localeOf, type Translate, useText } from '../../lib/text/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TICK_MS = 20_000;

/** The time now, renewed often enough for minutes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago something was, in the largest unit that fits. */
export function formatAgo(moment: string, now: Date, t: Translate): string {
  const passed = Math.max(0, now.getTime() - Date.parse(moment));
  if (passed < MINUTE_MS) return t('integrations.ago.now');
  if (passed < HOUR_MS) return t('integrations.ago.minutes', { count: Math.floor(passed / MINUTE_MS) });
  if (passed < DAY_MS) return t('integrations.ago.hours', { count: Math.floor(passed / HOUR_MS) });
  return t('integrations.ago.days', { count: Math.floor(passed / DAY_MS) });
}

/** Minutes until a moment, rounded, at least 0. */
export const minutesUntil = (moment: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(moment) - now.getTime()) / MINUTE_MS));

/** `10:04:58` of today, by the company's clock; any other day has its date: `Nov 14, 10:04`. */
export function clockTime(moment: string, place: Place, now: Date, withSeconds = true): string {
  if (dayOf(moment, place.timezone) !== dayOf(now, place.timezone)) return formatShort(moment, place, now);
  return new Intl.DateTimeFormat(localeOf(place.language), {
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
    timeZone: place.timezone,
  }).format(new Date(moment));
}

/** `0:41`, `12:05`, `1:02:03`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function useChannelTimes() {
  const t = useText();
  const { place } = useFormat();
  const now = useNow();
  return {
    now,
    ago: (moment: string) => formatAgo(moment, now, t),
    clock: (moment: string, withSeconds = true) => clockTime(moment, place, now, withSeconds),
  };
}
