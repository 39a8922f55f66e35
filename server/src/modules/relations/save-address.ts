import { type Address, type AddressInput, DEFAULT_COUNTRY, messageWith, type TraceSubject } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import type { UsedAddress, Uses } from '../company/index.ts';
import { type Change, changesBetween, changesUnder, trace } from '../records/index.ts';
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

/** The history of a relation says which of its addresses changed. */
async function recordChange(
  tx: Tx,
  actor: Actor,
  relation: { id: number; client_id: number },
  subject: TraceSubject,
  company: string,
  changes: Change<keyof AddressInput>[],
) {
  await touchRelation(tx, relation.id);
  await trace(tx, actor, {
    type: 'Relation',
    id: relation.id,
    clientId: relation.client_id,
    subject,
    changes: [{ field: 'address', newValue: company }, ...changesUnder('address', changes)],
  });
  await recordEvent(tx, { kind: 'relation.saved', clientId: relation.client_id, subjectId: relation.id });
}

/**
 * A new address without a country is in the United States, as specified; the country of an existing one may be
 * cleared.
 */
export const withCountry = (address: AddressInput): AddressInput =>
  address.country || address.country_code ? address : { ...address, ...DEFAULT_COUNTRY };

export async function addAddress(tx: Tx, actor: Actor, relationId: number, input: AddressInput): Promise<Address> {
  const relation = await lockOwn(tx, relationId);
  const address = withCountry(input);
  const id = await insertAddress(tx, relation.client_id, relationId, address);
  await recordChange(tx, actor, relation, 'Address added', address.company, changesBetween({}, address));
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
  const changes = changesBetween(before, input);
  if (changes.length) {
    await updateAddress(tx, id, input);
    await recordChange(tx, actor, relation, 'Address updated', before.company, changes);
  }
  return readAddress(tx, relationId, id);
}

/** Throws 422 with the reference of an order that is not finished and uses the address. */
export async function deleteAddress(
  tx: Tx,
  actor: Actor,
  { id, relationId }: UsedAddress,
  uses: readonly Uses[],
): Promise<true> {
  const relation = await lockOwn(tx, relationId);
  const before = await lockAddress(tx, relationId, id);
  if (!before) throw notFound();
  const [order] = (await Promise.all(uses.map((use) => use.address?.(tx, { id, relationId })))).filter(Boolean);
  if (order) throw invalid('id', messageWith('AddressInUse', order));
  await removeAddress(tx, id);
  await recordChange(tx, actor, relation, 'Address deleted', before.company, []);
  return true;
}
