import { chineseDate, currencyDecimals, type Language, MONEY_DECIMALS } from '@longshore/contract';
import { useMemo } from 'react';
import { sessionCurrency, sessionTimezone, useSessionState } from './session.ts';
import { localeOf, useLanguage } from './text/text.ts';

/** The language and time zone to format for; times are shown in the company's time zone. */
export interface Place {
  language: Language;
  timezone: string;
}

const BUSINESS_DATE = /^\d{4}-\d{2}-\d{2}$/;
const formatCache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = formatCache.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatCache.set(key, format);
  return format as Intl.DateTimeFormat;
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}${JSON.stringify(options)}n`;
  const format = formatCache.get(key) ?? new Intl.NumberFormat(locale, options);
  formatCache.set(key, format);
  return format as Intl.NumberFormat;
}

/** The business date of a timestamp in the company's time zone. */
export function dayOf(moment: string | Date, timezone: string): string {
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
  return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: timezone }).format(new Date(moment));
}

/** A business date (`2026-11-09`) is the same day everywhere; only timestamps are converted to the time zone. */
const zoneFor = (value: string | Date, place: Place) =>
  typeof value === 'string' && BUSINESS_DATE.test(value) ? 'UTC' : place.timezone;

/** `Nov 09, 2026` or `2026年11月09日`, zero-padded so that columns align. */
export function formatDate(value: string | Date, place: Place): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const timeZone = zoneFor(value, place);
  if (place.language === 'en')
    return dateFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone }).format(date);
  const parts = dateFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).formatToParts(
    date,
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  return chineseDate(part('year'), part('month'), part('day'));
}

export function formatTime(value: string | Date, place: Place): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const options: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone: place.timezone };
  return dateFormat(localeOf(place.language), options).format(date);
}

/** `Nov 09, 2026, 4:05 PM` or `2026年11月09日 16:05`. */
export function formatDateTime(value: string | Date, place: Place): string {
  const [date, time] = [formatDate(value, place), formatTime(value, place)];
  if (!date) return '';
  return place.language === 'en' ? `${date}, ${time}` : `${date} ${time}`;
}

const yearOf = (value: Date, timeZone: string) => dateFormat('en-US', { year: 'numeric', timeZone }).format(value);

/** `Nov 14, 09:42` or `11月14日 09:42`: for side columns, with the year only when it is not the current one. */
export function formatShort(value: string | Date, place: Place, now = new Date()): string {
  const isThisYear = yearOf(new Date(value), place.timezone) === yearOf(now, place.timezone);
  const options: Intl.DateTimeFormatOptions = {
    month: place.language === 'en' ? 'short' : 'long',
    day: '2-digit',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: place.timezone,
  };
  return dateFormat(localeOf(place.language), options).format(new Date(value));
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The time of a comment: `Nov 13th 04:12 pm` or `11月13日 16:12`. */
export function formatCommentTime(value: string | Date, place: Place, now = new Date()): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const { timezone: timeZone } = place;
  if (place.language !== 'en') return formatShort(date, place, now);
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  };
  const parts = dateFormat('en-US', { ...options, hourCycle: 'h12', timeZone }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  const day = Number(part('day'));
  const ending = ENDINGS[ordinals.select(day)] ?? 'th';
  const time = `${part('hour').padStart(2, '0')}:${part('minute')} ${part('dayPeriod').toLowerCase()}`;
  const isThisYear = yearOf(date, timeZone) === yearOf(now, timeZone);
  return `${part('month')} ${day}${ending}${isThisYear ? '' : `, ${part('year')}`} ${time}`;
}

/** `412 KB`, `1.4 MB`. */
export function formatBytes(bytes: number, place: Place): string {
  const [unit, size] = bytes < 1000 ? ['B', bytes] : bytes < 1_000_000 ? ['KB', bytes / 1e3] : ['MB', bytes / 1e6];
  return `${formatNumber(size, place, { maximumFractionDigits: size < 10 && unit === 'MB' ? 1 : 0 })} ${unit}`;
}

/** `Saturday, Nov 14, 2026` or `2026年11月14日星期六`. */
export function formatDay(value: string | Date, place: Place): string {
  const timeZone = zoneFor(value, place);
  const weekday = dateFormat(localeOf(place.language), { weekday: 'long', timeZone }).format(new Date(value));
  const date = formatDate(value, place);
  return place.language === 'en' ? `${weekday}, ${date}` : `${date} ${weekday}`;
}

/** `March 2024` or `2024年3月`. */
export function formatMonth(value: string | Date, place: Place): string {
  const options: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: zoneFor(value, place) };
  return dateFormat(localeOf(place.language), options).format(new Date(value));
}

/** The hour in the company's time zone, for greetings. */
export function hourOf(value: Date, place: Place): number {
  return Number(dateFormat('en-GB', { hour: '2-digit', timeZone: place.timezone }).format(value));
}

const properMinus = (text: string) => text.replace('-', '−');

export function formatNumber(value: number, place: Place, options: Intl.NumberFormatOptions = {}): string {
  return properMinus(numberFormat(localeOf(place.language), options).format(value));
}

/** A rate as a percentage: 0.13 is 13%. */
export function formatPercent(rate: number, place: Place, fractionDigits = 2): string {
  const options: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: fractionDigits };
  return properMinus(numberFormat(localeOf(place.language), options).format(rate));
}

/** An amount with its currency: at least the currency's decimals, more when the price has more. */
export function formatMoney(value: number, place: Place, currency: string): string {
  return formatNumber(value, place, { style: 'currency', currency, maximumFractionDigits: MONEY_DECIMALS });
}

/** The same without the currency, where a heading names it. */
export function formatAmount(value: number, place: Place, currency: string): string {
  const least = currencyDecimals(currency);
  return formatNumber(value, place, { minimumFractionDigits: least, maximumFractionDigits: MONEY_DECIMALS });
}

/** The format functions for the current language, time zone and currency. */
export function useFormat() {
  const language = useLanguage();
  useSessionState();
  const timezone = sessionTimezone();
  const currency = sessionCurrency();
  return useMemo(() => {
    const place: Place = { language, timezone };
    return {
      place,
      date: (value: string | Date) => formatDate(value, place),
      time: (value: string | Date) => formatTime(value, place),
      dateTime: (value: string | Date) => formatDateTime(value, place),
      short: (value: string | Date) => formatShort(value, place),
      commentTime: (value: string | Date) => formatCommentTime(value, place),
      bytes: (bytes: number) => formatBytes(bytes, place),
      day: (value: string | Date) => formatDay(value, place),
      month: (value: string | Date) => formatMonth(value, place),
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, place, options),
      percent: (rate: number, fractionDigits?: number) => formatPercent(rate, place, fractionDigits),
      amount: (value: number) => formatAmount(value, place, currency),
      money: (value: number) => formatMoney(value, place, currency),
    };
  }, [language, timezone, currency]);
}
