import { chineseDate, type Language, localeOf, type Measure, MONEY_DECIMALS, type Money } from '@longshore/contract';

/** Formats dates and numbers as the screens do. */
export interface DocumentFormat {
  language: Language;
  date(moment: string | Date): string;
  /** A day without a time: `2026-11-16`. Empty for none. */
  day(day: string | null): string;
  moment(moment: Date): string;
  number(value: number): string;
}

/** Formats amounts in one currency: at least the currency's decimals, more when a price has more. Exact at any size. */
export function makeMoneyFormat(language: Language, currency: string): (amount: Money) => string {
  const options = { style: 'currency', currency, maximumFractionDigits: MONEY_DECIMALS } as const;
  const amounts = new Intl.NumberFormat(localeOf(language), options);
  const unit = 10n ** BigInt(MONEY_DECIMALS);
  return ({ units }) => {
    const [sign, digits] = units < 0n ? ['-', -units] : ['', units];
    const decimal = `${sign}${digits / unit}.${(digits % unit).toString().padStart(MONEY_DECIMALS, '0')}`;
    // A decimal in text is formatted exactly; the types know numbers only.
    return amounts.format(decimal as unknown as number).replace('-', '−');
  };
}

function makeDateFormat(language: Language, timeZone: string): (moment: string | Date) => string {
  const month = language === 'en' ? 'short' : '2-digit';
  const days = new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: '2-digit', timeZone });
  return (moment) => {
    const text = days.format(new Date(moment));
    if (language === 'en') return text;
    const [monthPart = '', dayPart = '', year = ''] = text.split('/');
    return chineseDate(year, monthPart, dayPart);
  };
}

/**
 * Dates are in the company's time zone. Created once per document: creating the formats takes longer than using them.
 */
export function makeDocumentFormat(language: Language, timeZone: string): DocumentFormat {
  const locale = localeOf(language);
  const date = makeDateFormat(language, timeZone);
  const dayInUtc = makeDateFormat(language, 'UTC');
  const times = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return {
    language,
    date,
    day: (day) => (day ? dayInUtc(`${day}T00:00:00Z`) : ''),
    // Few fonts have the narrow space before AM and PM.
    moment: (moment) =>
      `${date(moment)}${language === 'en' ? ',' : ''} ${times.format(moment).replace(/\u202f/g, ' ')}`,
    number: (value) => numbers.format(value).replace('-', '−'),
  };
}

export const lengthUnit = (measure: Measure) => (measure === 'metric' ? 'cm' : 'in');
export const weightUnit = (measure: Measure) => (measure === 'metric' ? 'kg' : 'lb');
