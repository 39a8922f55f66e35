import { type Address, type AddressInput, DEFAULT_COUNTRY } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import {
  insertAddress,
  lockAddress,
  lockRelation,
  removeAddress,
  touchRelation,
  updateAddress,
} from './relations.store.ts';
import { readAddress } from './relations.view.ts';

async function lockOwn(tx: Tx, relationId: number) {
  const relation = await lockRelation(tx, relationId);
  if (!relation) throw notFound();
  if (relation.is_system) throw invalid('company', 'SystemRecord');
  return relation;
}

async function changed(
  tx: Tx,
  actor: Actor,
  relation: { id: number; client_id: number },
  subject: string,
  changes: { field: string; newValue: string }[],
) {
  if (!changes.length) return;
  await touchRelation(tx, relation.id);
  await trace(tx, actor, { type: 'Relation', id: relation.id, clientId: relation.client_id, subject, changes });
  await recordEvent(tx, { kind: 'relation.saved', clientId: relation.client_id, subjectId: relation.id });
}

/** A new address without a country is in the United States, as the specification has it; an existing one may lose it. */
export const withCountry = (address: AddressInput): AddressInput =>
  address.country || address.country_code ? address : { ...address, ...DEFAULT_COUNTRY };

export async function addAddress(tx: Tx, actor: Actor, relationId: number, input: AddressInput): Promise<Address> {
  const relation = await lockOwn(tx, relationId);
  const address = withCountry(input);
  const id = await insertAddress(tx, relation.client_id, relationId, address);
  await changed(tx, actor, relation, 'Address added', changesBetween({}, address));
  return readAddress(tx, relationId, id);
}

export async function saveAddress(
  tx: Tx,
  actor: Actor,
  relationId: number,
  id: number,
  input: AddressInput,
): Promise<Address> {
  const relation = await lockOwn(tx, relationId);
  const before = await lockAddress(tx, relationId, id);
  if (!before) throw notFound();
  await updateAddress(tx, id, input);
  await changed(tx, actor, relation, 'Address updated', changesBetween(before, input));
  return readAddress(tx, relationId, id);
}

export async function deleteAddress(tx: Tx, actor: Actor, relationId: number, id: number): Promise<true> {
  const relation = await lockOwn(tx, relationId);
  const before = await lockAddress(tx, relationId, id);
  if (!before) throw notFound();
  await removeAddress(tx, id);
  await changed(tx, actor, relation, 'Address deleted', [{ field: 'company', newValue: before.company }]);
  return true;
}
