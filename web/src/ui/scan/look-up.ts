import { api, ORDER_TYPES, type SearchHit } from '@longshore/contract';
import { call } from '../../lib/api.ts';
import type { Translate } from '../../lib/text/text.ts';

/** The records that a scanned code names exactly. Throws when the server cannot be reached. */
export const lookUp = (code: string): Promise<SearchHit[]> => call(api.records.scan, { body: { code } });

const KINDS = ['item', 'kit', 'license', 'location', 'lot', 'serial', 'shipment', 'order', 'count'] as const;

/** An order is found by its type. */
const kindOf = ({ kind }: SearchHit) => (ORDER_TYPES.some((type) => type === kind) ? 'order' : kind);

/** What a scan was, in a sentence: "A-01-1 is a location." */
export function describeScan(code: string, hits: readonly SearchHit[], t: Translate): string {
  if (hits.length === 0) return t('scan.is.nothing', { code });
  const kinds = new Set(hits.map(kindOf));
  const kind = KINDS.find((known) => kinds.has(known));
  return t(kind && kinds.size === 1 ? `scan.is.${kind}` : 'scan.is.several', { code });
}
