export const PAPER_SIZES = ['letter', 'a4'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** Countries where Letter is the usual paper; everywhere else it is A4. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'PR', 'GT', 'CR', 'PA', 'DO', 'NI', 'SV']);

interface PaperSettings {
  /** Empty: the usual one of the home country. */
  paper_size: string;
  home_country_code: string;
  measure: 'metric' | 'imperial';
}

/** The paper that all documents of a company are printed on. Without a home country its measure tells. */
export function paperOf({ paper_size, home_country_code, measure }: PaperSettings): PaperSize {
  if (paper_size === 'letter' || paper_size === 'a4') return paper_size;
  if (home_country_code) return LETTER_COUNTRIES.has(home_country_code) ? 'letter' : 'a4';
  return measure === 'imperial' ? 'letter' : 'a4';
}
