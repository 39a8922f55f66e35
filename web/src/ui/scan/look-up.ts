import { api, type SearchHit } from '@longshore/contract';
import { call } from '../../lib/api.ts';
import type { Translate } from '../../lib/text/text.ts';

/** The records that a scanned code names exactly. Throws when the server cannot be reached. */
export const lookUp = (code: string): Promise<SearchHit[]> => call(api.records.scan, { body: { code } });

const KINDS = ['item', 'kit', 'license', 'location', 'lot', 'serial'] as const;

/** What a scan was, in a sentence: "A-01-1 is a location." */
export function describeScan(code: string, hits: readonly SearchHit[], t: Translate): string {
  if (hits.length === 0) return t('scan.is.nothing', { code });
  const [first] = hits;
  const kind = KINDS.find((known) => known === first?.kind);
  const isOneKind = hits.every((hit) => hit.kind === first?.kind);
  return t(kind && isOneKind ? `scan.is.${kind}` : 'scan.is.several', { code });
}
