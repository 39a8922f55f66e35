import { api, type Relation } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a saved relation without a second call; refreshes lists and history. */
export function rememberRelation(relation: Relation): void {
  remember(api.relations.get, { params: { id: relation.id } }, relation);
  void refresh(api.relations.list);
  void refresh(api.records.traces);
}

/** Saving an address changes its relation and the relation's history. */
export const refreshRelation = (id: number) =>
  Promise.all([refresh(api.relations.get, { params: { id } }), refresh(api.records.traces)]);
