import { api, type Relation } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** A saved relation is shown at once, without a second call; lists and its history are asked again. */
export function rememberRelation(relation: Relation): void {
  remember(api.relations.get, { params: { id: relation.id } }, relation);
  void refresh(api.relations.list);
  void refresh(api.records.traces);
}

/** A changed address changes its relation and the relation's history. */
export const refreshRelation = (id: number) =>
  Promise.all([refresh(api.relations.get, { params: { id } }), refresh(api.records.traces)]);
