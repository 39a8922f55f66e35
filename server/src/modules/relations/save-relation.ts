import type { Relation, RelationInput, RelationUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound, refused, stale } from '../../platform/http/problem.ts';
import { clientOfNew } from '../clients/index.ts';
import { nameOfCourier, termExists } from '../company/index.ts';
import { changesBetween, trace, withNames } from '../records/index.ts';
import { insertRelation, lockRelation, type RelationFields, updateRelation } from './relations.store.ts';
import { readRelation } from './relations.view.ts';

async function checkedFields(tx: Tx, clientId: number, input: RelationUpdate) {
  const { updated_at: _, default_courier, ...fields } = input;
  const courier = default_courier ? await nameOfCourier(tx, clientId, default_courier) : '';
  if (courier === undefined) throw refused(30006);
  if (fields.default_term !== 'NA' && !(await termExists(tx, fields.default_term)))
    throw invalid('default_term', 'TermIsUnknown');
  const columns: RelationFields = { ...fields, courier_id: default_courier || null };
  return { columns, courier };
}

const changesOf = (before: object, { courier_id, ...fields }: RelationFields, courier: string) =>
  withNames(changesBetween(before, { ...fields, default_courier: courier_id }), { default_courier: courier });

export async function createRelation(tx: Tx, actor: Actor, input: RelationInput): Promise<Relation> {
  const { type, client_id, ...rest } = input;
  const clientId = await clientOfNew(tx, actor, client_id);
  const { columns, courier } = await checkedFields(tx, clientId, rest);
  const id = await insertRelation(tx, clientId, type, columns);
  await trace(tx, actor, {
    type: 'Relation',
    id,
    clientId,
    subject: 'Created',
    changes: [{ field: 'type', newValue: type }, ...changesOf({}, columns, courier)],
  });
  await recordEvent(tx, { kind: 'relation.saved', clientId, subjectId: id });
  return readRelation(tx, id);
}

export async function saveRelation(tx: Tx, actor: Actor, id: number, input: RelationUpdate): Promise<Relation> {
  const before = await lockRelation(tx, id);
  if (!before) throw notFound();
  if (before.is_system) throw invalid('name', 'SystemRecord');
  if (input.updated_at && input.updated_at !== before.updated_at) throw stale();
  const { columns, courier } = await checkedFields(tx, before.client_id, input);
  const changes = changesOf({ ...before, default_courier: before.courier_id }, columns, courier);
  if (changes.length) {
    await updateRelation(tx, id, columns);
    await trace(tx, actor, { type: 'Relation', id, clientId: before.client_id, subject: 'Updated', changes });
    await recordEvent(tx, { kind: 'relation.saved', clientId: before.client_id, subjectId: id });
  }
  return readRelation(tx, id);
}
