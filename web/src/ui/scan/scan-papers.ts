import { ORDER_TYPES, type SearchHit } from '@longshore/contract';

/** A record that has papers of its own, and a page that a scan of them opens. */
export interface ScannedPaper {
  kind: 'shipment' | 'order' | 'count';
  id: number;
  name: string;
  path: string;
}

const kindOf = ({ kind }: SearchHit): ScannedPaper['kind'] | undefined => {
  if (kind === 'shipment' || kind === 'count') return kind;
  return ORDER_TYPES.some((type) => type === kind) ? 'order' : undefined;
};

/** The newest shipment, order or count that a scan names; undefined when there is none, or when it is the open page. */
export function paperOf(hits: readonly SearchHit[], openPath: string): ScannedPaper | undefined {
  for (const hit of hits) {
    const kind = kindOf(hit);
    if (kind === undefined || hit.path === openPath) continue;
    // The title of a shipment is its id and its reference.
    const name = kind === 'shipment' ? hit.title.split(' · ').slice(1).join(' · ') : hit.title;
    return { kind, id: hit.id, name, path: hit.path };
  }
  return undefined;
}
