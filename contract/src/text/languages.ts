export const LANGUAGES = ['en', 'ch'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, for whoever reads only that one. */
export const LANGUAGE_NAMES: Record<Language, { short: string; long: string }> = {
  en: { short: 'EN', long: 'English' },
  ch: { short: '中', long: '简体中文' },
};

/** Our code for Simplified Chinese is `ch`; everybody else uses zh-CN. */
export const localeOf = (language: Language) => (language === 'ch' ? 'zh-CN' : 'en-US');

/**
 * The name of a country by its ISO code; what is no code stays as it is. Made once, because the names are expensive.
 */
export function makeCountryName(language: Language): (code: string) => string {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
}

/** `2026年11月09日`: padded, so that columns align, which no format of Intl does. */
export const chineseDate = (year: string, month: string, day: string) => `${year}年${month}月${day}日`;
