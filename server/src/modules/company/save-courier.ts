import type { Courier, CourierInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { nameOfClient } from '../accounts/index.ts';
import { recordConfigured } from './company-history.ts';
import { type CourierFields, insertCourier, lockCourier, removeCourier, updateCourier } from './couriers.store.ts';
import { readCourier } from './couriers.view.ts';
import { someOf, type Uses } from './uses.ts';

const fieldsOf = ({ status, ...fields }: CourierInput): CourierFields => ({
  ...fields,
  is_active: status ?? fields.is_active,
});

const isUsed = (tx: Tx, uses: readonly Uses[], id: number, exceptClient: number | null) =>
  someOf(uses.map((use) => use.courier?.(tx, id, exceptClient)));

export async function createCourier(tx: Tx, actor: Actor, input: CourierInput): Promise<Courier> {
  const fields = fieldsOf(input);
  const id = await insertCourier(tx, fields);
  const names = { client_id: await nameOfClient(tx, fields.client_id) };
  await recordConfigured(tx, actor, { kind: 'courier', what: 'added', name: fields.name, after: fields, names });
  return readCourier(tx, id);
}

/** Saving without a change counts too: somebody reviewed it, which completes that first step. */
export async function saveCourier(
  tx: Tx,
  actor: Actor,
  id: number,
  input: CourierInput,
  uses: readonly Uses[],
): Promise<Courier> {
  const before = await lockCourier(tx, id);
  if (!before) throw notFound();
  const fields = fieldsOf(input);
  const { client_id } = fields;
  if (client_id !== null && client_id !== before.client_id && (await isUsed(tx, uses, id, client_id)))
    throw invalid('client_id', 'CourierIsShared');
  await updateCourier(tx, id, fields);
  const names = { client_id: await nameOfClient(tx, client_id) };
  await recordConfigured(tx, actor, {
    kind: 'courier',
    what: 'saved',
    name: before.name,
    before,
    after: fields,
    names,
  });
  return readCourier(tx, id);
}

export async function deleteCourier(tx: Tx, actor: Actor, id: number, uses: readonly Uses[]): Promise<true> {
  const before = await lockCourier(tx, id);
  if (!before) throw notFound();
  if (await isUsed(tx, uses, id, null)) throw invalid('id', 'InUse');
  await removeCourier(tx, id);
  await recordConfigured(tx, actor, { kind: 'courier', what: 'deleted', name: before.name });
  return true;
}
