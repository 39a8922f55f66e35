// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { translate } from '../../lib/text/text.ts';
import { givenBrowser } from '../../test/render.tsx';
import { clockTime, formatAgo, formatDuration, minutesUntil } from './channel-times.ts';

givenBrowser();
const NOW = new Date('2026-11-18T15:06:58.000Z');
const NEW_YORK = { language: 'en', timezone: 'America/New_York' } as const;

test.each([
  ['2026-11-18T15:06:40.000Z', 'Just now'],
  ['2026-11-18T15:04:58.000Z', '2 min ago'],
  ['2026-11-18T13:00:00.000Z', '2 h ago'],
  ['2026-11-17T15:00:00.000Z', '1 day ago'],
  ['2026-11-10T15:00:00.000Z', '8 days ago'],
  // A clock of the server that is ahead.
  ['2026-11-18T15:10:00.000Z', 'Just now'],
])('%s is said as “%s”', (moment, said) => expect(formatAgo(moment, NOW, translate)).toBe(said));

test.each([
  ['2026-11-18T15:04:58.000Z', true, '10:04:58'],
  ['2026-11-18T15:04:58.000Z', false, '10:04'],
  // Yesterday in New York, today in UTC.
  ['2026-11-18T04:30:00.000Z', true, 'Nov 17, 23:30'],
])('%s is %s', (moment, withSeconds, shown) => expect(clockTime(moment, NEW_YORK, NOW, withSeconds)).toBe(shown));

test.each([
  [0, '0:00'],
  [41_900, '0:41'],
  [725_000, '12:05'],
  [3_723_000, '1:02:03'],
  [-5, '0:00'],
])('%d ms take %s', (milliseconds, said) => expect(formatDuration(milliseconds)).toBe(said));

test('minutes until a run are rounded and never negative', () => {
  expect(minutesUntil('2026-11-18T15:10:00.000Z', NOW)).toBe(3);
  expect(minutesUntil('2026-11-18T15:00:00.000Z', NOW)).toBe(0);
});
