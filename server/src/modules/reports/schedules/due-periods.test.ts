import { describe, expect, test } from 'vitest';
import { duePeriods, lastPeriod, type MailSchedule, nextMoment } from './due-periods.ts';

const LA = 'America/Los_Angeles';
const at = (frequency: MailSchedule['frequency'], hour = 6, more: Partial<MailSchedule> = {}): MailSchedule => ({
  frequency,
  weekday: 1,
  monthDay: 1,
  hour,
  ...more,
});
const shown = ({ from, to, on, at: moment }: ReturnType<typeof duePeriods>[number]) =>
  `${from === to ? from : `${from}..${to}`} on ${on} at ${moment.toISOString().slice(0, 16)}`;
const due = (schedule: MailSchedule, zone: string, after: string, now: string, madeThrough: string | null = null) =>
  duePeriods(schedule, zone, { after: new Date(after), madeThrough }, new Date(now)).map(shown);

describe('what is due', () => {
  test.each([
    ['nothing before the hour', at('Day'), LA, '2026-05-05T20:00Z', '2026-05-06T12:59:59Z', []],
    [
      'at the hour',
      at('Day'),
      LA,
      '2026-05-05T20:00Z',
      '2026-05-06T13:00Z',
      ['2026-05-05 on 2026-05-06 at 2026-05-06T13:00'],
    ],
    [
      'every day that was missed',
      at('Day', 0),
      LA,
      '2026-05-05T20:00Z',
      '2026-05-08T08:00Z',
      [
        '2026-05-05 on 2026-05-06 at 2026-05-06T07:00',
        '2026-05-06 on 2026-05-07 at 2026-05-07T07:00',
        '2026-05-07 on 2026-05-08 at 2026-05-08T07:00',
      ],
    ],
    // The clocks go forward on 8 March 2026 from 02:00 to 03:00, and back on 1 November from 02:00 to 01:00.
    [
      'an hour that does not exist is an hour later, once',
      at('Day', 2),
      LA,
      '2026-03-06T20:00Z',
      '2026-03-09T20:00Z',
      [
        '2026-03-06 on 2026-03-07 at 2026-03-07T10:00',
        '2026-03-07 on 2026-03-08 at 2026-03-08T10:00',
        '2026-03-08 on 2026-03-09 at 2026-03-09T09:00',
      ],
    ],
    [
      'an hour that comes twice is the first, once',
      at('Day', 1),
      LA,
      '2026-10-30T20:00Z',
      '2026-11-02T20:00Z',
      [
        '2026-10-30 on 2026-10-31 at 2026-10-31T08:00',
        '2026-10-31 on 2026-11-01 at 2026-11-01T08:00',
        '2026-11-01 on 2026-11-02 at 2026-11-02T09:00',
      ],
    ],
    [
      'midnight that does not exist',
      at('Day', 0),
      'Africa/Cairo',
      '2026-04-23T12:00Z',
      '2026-04-24T12:00Z',
      ['2026-04-23 on 2026-04-24 at 2026-04-23T22:00'],
    ],
    [
      'a change of half an hour',
      at('Day', 2),
      'Australia/Lord_Howe',
      '2026-10-03T12:00Z',
      '2026-10-04T12:00Z',
      ['2026-10-03 on 2026-10-04 at 2026-10-03T15:30'],
    ],
    [
      'a zone of 45 minutes',
      at('Day', 6),
      'Asia/Kathmandu',
      '2026-05-05T20:00Z',
      '2026-05-06T20:00Z',
      ['2026-05-05 on 2026-05-06 at 2026-05-06T00:15'],
    ],
    [
      'a week on Monday',
      at('Week'),
      LA,
      '2026-03-07T00:00Z',
      '2026-03-09T13:00Z',
      ['2026-03-02..2026-03-08 on 2026-03-09 at 2026-03-09T13:00'],
    ],
    [
      'the same week on Sunday after it',
      at('Week', 18, { weekday: 7 }),
      LA,
      '2026-03-09T13:00Z',
      '2026-03-16T01:00Z',
      ['2026-03-02..2026-03-08 on 2026-03-15 at 2026-03-16T01:00'],
    ],
    [
      'a month on the 1st',
      at('Month'),
      LA,
      '2026-02-15T00:00Z',
      '2026-03-01T14:00Z',
      ['2026-02-01..2026-02-28 on 2026-03-01 at 2026-03-01T14:00'],
    ],
    [
      'a month on the 28th, also of February',
      at('Month', 6, { monthDay: 28 }),
      LA,
      '2026-02-15T00:00Z',
      '2026-02-28T14:00Z',
      ['2026-01-01..2026-01-31 on 2026-02-28 at 2026-02-28T14:00'],
    ],
  ])('%s', (_, schedule, zone, after, now, expected) => {
    expect(due(schedule as MailSchedule, zone as string, after as string, now as string)).toEqual(expected);
  });

  test('what was made is not due again, also after the hour was changed', () => {
    expect(due(at('Day', 18), LA, '2026-01-01T00:00Z', '2026-05-07T02:00Z', '2026-05-05')).toEqual([]);
    expect(due(at('Day', 6), LA, '2026-01-01T00:00Z', '2026-05-07T20:00Z', '2026-05-05')).toEqual([
      '2026-05-06 on 2026-05-07 at 2026-05-07T13:00',
    ]);
  });

  test('a year of days is 365 days, each once', () => {
    for (const hour of [0, 1, 2, 3, 23]) {
      const days = duePeriods(
        at('Day', hour),
        LA,
        { after: new Date('2026-01-01T12:00Z'), madeThrough: null },
        new Date('2027-01-01T12:00Z'),
      );
      expect(new Set(days.map(({ from }) => from)).size).toBe(days.length);
      expect(days.length).toBe(365);
    }
  });
});

test.each([
  [at('Day', 2), '2026-03-08T09:00Z', '2026-03-08T10:00:00.000Z'],
  [at('Day', 2), '2026-03-08T10:00Z', '2026-03-09T09:00:00.000Z'],
  [at('Week', 6, { weekday: 3 }), '2026-11-18T20:00Z', '2026-11-25T14:00:00.000Z'],
  [at('Month', 6, { monthDay: 15 }), '2026-11-15T13:00Z', '2026-11-15T14:00:00.000Z'],
])('the next moment of %o after %s', (schedule, now, next) => {
  expect(nextMoment(schedule, LA, new Date(now)).toISOString()).toBe(next);
});

test.each([
  ['Day', '2026-11-18T02:00Z', '2026-11-16 2026-11-16 2026-11-17'],
  ['Week', '2026-11-18T20:00Z', '2026-11-09 2026-11-15 2026-11-18'],
  ['Month', '2026-03-01T20:00Z', '2026-02-01 2026-02-28 2026-03-01'],
] as const)('by hand: the last %s before %s', (frequency, now, expected) => {
  const { from, to, on } = lastPeriod({ frequency }, LA, new Date(now));
  expect(`${from} ${to} ${on}`).toBe(expected);
});
