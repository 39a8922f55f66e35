import { chineseDate, type Language, localeOf, type Measure } from '@longshore/contract';

/** Formats dates and numbers as the screens do. */
export interface DocumentFormat {
  language: Language;
  date(moment: string | Date): string;
  moment(moment: Date): string;
  number(value: number): string;
}

/**
 * Dates are in the company's time zone. Created once per document: creating the formats takes longer than using them.
 */
export function makeDocumentFormat(language: Language, timeZone: string): DocumentFormat {
  const locale = localeOf(language);
  const month = language === 'en' ? 'short' : '2-digit';
  const days = new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: '2-digit', timeZone });
  const times = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const date = (moment: string | Date) => {
    const text = days.format(new Date(moment));
    if (language === 'en') return text;
    const [monthPart = '', dayPart = '', year = ''] = text.split('/');
    return chineseDate(year, monthPart, dayPart);
  };
  return {
    language,
    date,
    // Few fonts have the narrow space before AM and PM.
    moment: (moment) =>
      `${date(moment)}${language === 'en' ? ',' : ''} ${times.format(moment).replace(/\u202f/g, ' ')}`,
    number: (value) => numbers.format(value).replace('-', '−'),
  };
}

export const lengthUnit = (measure: Measure) => (measure === 'metric' ? 'cm' : 'in');
export const weightUnit = (measure: Measure) => (measure === 'metric' ? 'kg' : 'lb');
