import { LANGUAGES } from '../text/languages.ts';
import { type ServerTextKey, textFor } from '../text/text-for.ts';
import { endsWord, wordsOf } from './phrase-text.ts';

/** Days from and to, both included; one of them may be open. */
export interface DaySpan {
  from?: string;
  to?: string;
}

/** Days that were read at the beginning of a text, and how many characters they took. */
export interface ReadDays extends DaySpan {
  length: number;
}

const MS_PER_DAY = 86_400_000;
const asDay = (date: Date) => date.toISOString().slice(0, 10);
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number) => asDay(new Date(dateOf(day).getTime() + days * MS_PER_DAY));
const firstOfMonth = (day: string, months = 0) => {
  const date = dateOf(day);
  return asDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
};
/** The same day of another month, or its last day when it is shorter. */
function addMonths(day: string, months: number): string {
  const wanted = addDays(firstOfMonth(day, months), dateOf(day).getUTCDate() - 1);
  const last = addDays(firstOfMonth(day, months + 1), -1);
  return [wanted, last].sort()[0] ?? last;
}
/** Monday is 0. */
const weekdayOf = (day: string) => (dateOf(day).getUTCDay() + 6) % 7;
const mondayOf = (day: string, weeks = 0) => addDays(day, weeks * 7 - weekdayOf(day));

/** A calendar day that exists; undefined for 31 February. */
function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900 && year < 2200
    ? asDay(date)
    : undefined;
}

/** A day without its year is the last one that was, or today. */
function latestDay(today: string, month: number, day: number): string | undefined {
  const year = Number(today.slice(0, 4));
  const thisYear = calendarDay(year, month, day);
  return thisYear && thisYear <= today ? thisYear : calendarDay(year - 1, month, day);
}

const week = (monday: string): DaySpan => ({ from: monday, to: addDays(monday, 6) });
const month = (first: string): DaySpan => ({ from: first, to: addDays(firstOfMonth(first, 1), -1) });
const one = (day: string): DaySpan => ({ from: day, to: day });
const yearOf = (year: number): DaySpan => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** Days with names of their own. */
const NAMED: readonly [ServerTextKey, (today: string) => DaySpan][] = [
  ['phrases.dates.today', one],
  ['phrases.dates.yesterday', (today) => one(addDays(today, -1))],
  ['phrases.dates.beforeYesterday', (today) => one(addDays(today, -2))],
  ['phrases.dates.tomorrow', (today) => one(addDays(today, 1))],
  ['phrases.dates.thisWeek', (today) => week(mondayOf(today))],
  ['phrases.dates.lastWeek', (today) => week(mondayOf(today, -1))],
  ['phrases.dates.nextWeek', (today) => week(mondayOf(today, 1))],
  ['phrases.dates.thisMonth', (today) => month(firstOfMonth(today))],
  ['phrases.dates.lastMonth', (today) => month(firstOfMonth(today, -1))],
  ['phrases.dates.nextMonth', (today) => month(firstOfMonth(today, 1))],
  ['phrases.dates.thisYear', (today) => yearOf(Number(today.slice(0, 4)))],
  ['phrases.dates.lastYear', (today) => yearOf(Number(today.slice(0, 4)) - 1)],
];

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');

const anyOf = (key: ServerTextKey) => `(?:${wordsOf(key).map(escaped).join('|')})`;

/** Words in groups, such as the months: the pattern of all words, and the index of the group that a word is in. */
function groupsOf(key: ServerTextKey) {
  const groups = LANGUAGES.map((language) =>
    textFor(language)(key)
      .split(';')
      .map((words) => words.split(',')),
  );
  const all = groups.flat(2).sort((one, other) => other.length - one.length);
  const placeOf = (word: string) =>
    Math.max(...groups.map((languageGroups) => languageGroups.findIndex((words) => words.includes(word))));
  return { pattern: `(?:${all.map(escaped).join('|')})`, placeOf };
}

interface Numerals {
  pattern: string;
  read: (text: string) => number;
}

let numerals: Numerals | undefined;
/** Numbers in digits and in words up to 99: `30`, `two`, `三十`, `十二`. */
export function readingOfNumbers(): Numerals {
  if (numerals) return numerals;
  const digits = groupsOf('phrases.numbers.digits');
  const ten = anyOf('phrases.numbers.ten');
  const tens = new RegExp(`^(${digits.pattern})?${ten}(${digits.pattern})?$`);
  const digitOf = (word: string | undefined, otherwise: number) => (word ? digits.placeOf(word) : otherwise);
  numerals = {
    pattern: `(?:\\d{1,4}|${digits.pattern}?${ten}${digits.pattern}?|${digits.pattern})`,
    read: (text) => {
      if (/^\d+$/.test(text)) return Number(text);
      const [, before, behind] = tens.exec(text) ?? [];
      return tens.test(text) ? digitOf(before, 1) * 10 + digitOf(behind, 0) : digitOf(text, 0);
    },
  };
  return numerals;
}

type Reader = (today: string, text: string) => ReadDays | undefined;

/** Reads what a pattern finds at the beginning of the text. */
const reader = (pattern: string, read: (today: string, groups: string[]) => DaySpan | undefined): Reader => {
  const expression = new RegExp(`^(?:${pattern})`);
  return (today, text) => {
    const found = expression.exec(text);
    if (!found || !endsWord(text, found[0].length)) return undefined;
    const span = read(
      today,
      found.slice(1).map((group) => group ?? ''),
    );
    return span && { ...span, length: found[0].length };
  };
};

function makeReaders() {
  const months = groupsOf('phrases.dates.months');
  const marks = groupsOf('phrases.dates.weekdayMarks');
  const { pattern: number, read: readNumber } = readingOfNumbers();
  const [yearMark, monthMark, dayMark] = [
    anyOf('phrases.dates.yearMark'),
    anyOf('phrases.dates.monthMark'),
    anyOf('phrases.dates.dayMark'),
  ];
  const weekdays = groupsOf('phrases.dates.weekdays');
  const unit = `(${anyOf('phrases.dates.days')}|${anyOf('phrases.dates.weeks')}|${anyOf('phrases.dates.monthsOf')})`;
  const isOf = (key: ServerTextKey, word: string) => wordsOf(key).includes(word);
  const shifted = (today: string, count: number, word: string) => {
    if (isOf('phrases.dates.days', word)) return addDays(today, count);
    return isOf('phrases.dates.weeks', word) ? addDays(today, count * 7) : addMonths(today, count);
  };
  const ordinal = '(?:st|nd|rd|th)?';
  const year = '(?:,?\\s+(\\d{4}))?';
  const dayOf = (today: string, monthPlace: number, day: string, of: string | undefined) => {
    const found = of ? calendarDay(Number(of), monthPlace, Number(day)) : latestDay(today, monthPlace, Number(day));
    return found ? one(found) : undefined;
  };
  const past = (today: string, [count = '', word = '']: string[]) => {
    const from = shifted(today, -readNumber(count), word);
    return { from: isOf('phrases.dates.days', word) ? addDays(from, 1) : from, to: today };
  };
  const ahead = (today: string, [count = '', word = '']: string[]) => ({
    from: today,
    to: shifted(today, readNumber(count), word),
  });
  const spans: Reader[] = [
    ...NAMED.map(([key, span]) => reader(anyOf(key), span)),
    reader(`${anyOf('phrases.dates.past')}\\s*(${number})\\s*${unit}`, past),
    reader(`${anyOf('phrases.dates.ahead')}\\s*(${number})\\s*${unit}${anyOf('phrases.dates.aheadAfter')}?`, ahead),
    reader(`(${number})\\s*${unit}\\s*${anyOf('phrases.dates.aheadAfter')}`, ahead),
    reader(`${anyOf('phrases.dates.lastWeek')}\\s*(${marks.pattern})`, (today, [word = '']) =>
      one(addDays(mondayOf(today, -1), marks.placeOf(word))),
    ),
    reader(`(?:${anyOf('phrases.dates.past')}\\s+)?(${weekdays.pattern})`, (today, [word = '']) =>
      one(addDays(today, -((weekdayOf(today) - weekdays.placeOf(word) + 7) % 7))),
    ),
    reader('(\\d{4})-(\\d{1,2})-(\\d{1,2})', (today, [of, place, day = '']) => dayOf(today, Number(place), day, of)),
    reader(`(\\d{1,2})${ordinal}\\s+(?:of\\s+)?(${months.pattern})${year}`, (today, [day = '', word = '', of]) =>
      dayOf(today, months.placeOf(word) + 1, day, of || undefined),
    ),
    reader(`(${months.pattern})\\s+(\\d{1,2})${ordinal}${year}`, (today, [word = '', day = '', of]) =>
      dayOf(today, months.placeOf(word) + 1, day, of || undefined),
    ),
    reader(`(?:(\\d{4})${yearMark})?(\\d{1,2})${monthMark}(\\d{1,2})${dayMark}`, (today, [of, place, day = '']) =>
      dayOf(today, Number(place), day, of || undefined),
    ),
    reader(`${anyOf('phrases.dates.in')}\\s+(${months.pattern})(?:\\s+(\\d{4}))?`, (today, [word = '', of]) => {
      const first = dayOf(today, months.placeOf(word) + 1, '1', of || undefined)?.from;
      return first ? month(first) : undefined;
    }),
    reader(`(?:(\\d{4})${yearMark})?(\\d{1,2})${monthMark}(?!\\d)`, (today, [of, place]) => {
      const first = dayOf(today, Number(place), '1', of || undefined)?.from;
      return first ? month(first) : undefined;
    }),
  ];
  return spans;
}

const longest = (found: (ReadDays | undefined)[]): ReadDays | undefined =>
  found.reduce((best, each) => (each && each.length > (best?.length ?? 0) ? each : best), undefined);

/** A word before the days that opens or closes their span, and how. */
const BEFORE: readonly [ServerTextKey, (span: DaySpan) => DaySpan][] = [
  ['phrases.dates.since', ({ from }) => ({ from: from ?? '' })],
  ['phrases.dates.after', ({ to }) => ({ from: addDays(to ?? '', 1) })],
  ['phrases.dates.before', ({ from }) => ({ to: addDays(from ?? '', -1) })],
  ['phrases.dates.until', ({ to }) => ({ to: to ?? '' })],
  ['phrases.dates.on', (span) => span],
];
const BEHIND: readonly [ServerTextKey, (span: DaySpan) => DaySpan][] = [
  ['phrases.dates.sinceAfter', ({ from }) => ({ from: from ?? '' })],
  ['phrases.dates.beforeAfter', ({ from }) => ({ to: addDays(from ?? '', -1) })],
];

interface Reading {
  spans: Reader[];
  before: { word: RegExp; change: (span: DaySpan) => DaySpan }[];
  behind: { word: RegExp; change: (span: DaySpan) => DaySpan }[];
  range: { from: RegExp; to: RegExp };
}

let reading: Reading | undefined;
/** Built when the first phrase is read, because few processes ever read one. */
function readingOfDays(): Reading {
  reading ??= {
    spans: makeReaders(),
    before: BEFORE.map(([key, change]) => ({ word: new RegExp(`^${anyOf(key)}\\s*`), change })),
    behind: BEHIND.map(([key, change]) => ({ word: new RegExp(`^\\s*${anyOf(key)}`), change })),
    range: {
      from: new RegExp(`^${anyOf('phrases.dates.from')}\\s*`),
      to: new RegExp(`^\\s*${anyOf('phrases.dates.to')}\\s*`),
    },
  };
  return reading;
}

/** `from 1 March to 5 March`, `3月1日到3月5日`. */
function readRange(today: string, text: string): ReadDays | undefined {
  const { range, spans } = readingOfDays();
  const begins = range.from.exec(text)?.[0].length ?? 0;
  const first = longest(spans.map((read) => read(today, text.slice(begins))));
  if (!first) return undefined;
  const between = range.to.exec(text.slice(begins + first.length))?.[0].length;
  if (!between) return undefined;
  const at = begins + first.length + between;
  const last = longest(spans.map((read) => read(today, text.slice(at))));
  if (!last?.to || !first.from || last.to < first.from) return undefined;
  return { from: first.from, to: last.to, length: at + last.length };
}

/**
 * The days that a text begins with, in either language; undefined when it begins with none. `text` is in lower case.
 */
export function readDays(today: string, text: string): ReadDays | undefined {
  const { spans, before, behind } = readingOfDays();
  const found: (ReadDays | undefined)[] = [readRange(today, text)];
  const read = (at: number) => longest(spans.map((each) => each(today, text.slice(at))));
  const plain = read(0);
  found.push(plain);
  for (const { word, change } of before) {
    const begins = word.exec(text)?.[0].length;
    const span = begins ? read(begins) : undefined;
    if (begins && span) found.push({ ...change(span), length: begins + span.length });
  }
  const candidates = [...found];
  for (const span of candidates)
    for (const { word, change } of behind) {
      const behindIt = span && word.exec(text.slice(span.length))?.[0].length;
      if (span?.from && behindIt) found.push({ ...change(span), length: span.length + behindIt });
    }
  return longest(found);
}
