import type { Language } from '@longshore/contract';
import type { ReportStationery } from '../../../documents/billing/report-content.ts';
import type { Letterhead } from '../../company/index.ts';

/** The warehouse's letterhead in the reader's language. */
export function stationeryOf(
  letterhead: Letterhead,
  language: Language,
  at: Date,
  logos: ReadonlyMap<string, Uint8Array>,
): ReportStationery {
  const { name, address, city, state, postal, country, timezone, paper, currency, logo } = letterhead;
  const place = [[city, state].filter(Boolean).join(', '), postal].filter(Boolean).join(' ');
  return {
    language,
    timezone,
    paper,
    currency,
    at,
    logo: logos.get(logo),
    sender: { name, address: [address, place, country].filter(Boolean) },
  };
}
