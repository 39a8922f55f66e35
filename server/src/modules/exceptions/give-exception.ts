import { EXCEPTION_PEOPLE_MAX, type Exception, mayCall } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ExceptionKind } from '../../platform/exceptions/exception.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { type Person, readPeople } from '../accounts/index.ts';
import { changeException } from './change-exception.ts';
import { setOwner } from './exceptions.store.ts';
import { readException } from './exceptions.view.ts';

/** Who sees an exception: by the access of its kind, of a client's users only those whom it is for. */
async function peopleWhoSee(tx: Tx, { access, name }: ExceptionKind, id: number): Promise<Person[]> {
  const { rows } = await sql<{ client_id: number | null; for_client: boolean; for_user: number | null }>`
    select client_id, for_client, for_user from exceptions where id = ${id} and ${inScope(tx)} and kind = ${name}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return [];
  const isForThem = (person: Person) =>
    person.client_id === null || (row.for_client && (row.for_user === null || row.for_user === person.id));
  return (await readPeople(tx, row.client_id)).filter((person) => mayCall(person, access) && isForThem(person));
}

async function findPeople(tx: Tx, kinds: readonly ExceptionKind[], actor: Actor, id: number): Promise<Person[]> {
  const found = await readException(tx, kinds, actor, id);
  const kind = kinds.find(({ name }) => name === found?.kind);
  if (!kind) throw notFound();
  return peopleWhoSee(tx, kind, id);
}

/** The people whom the caller can give an exception to. */
export async function listPeople(tx: Tx, kinds: readonly ExceptionKind[], actor: Actor, id: number) {
  const people = await findPeople(tx, kinds, actor, id);
  return people.slice(0, EXCEPTION_PEOPLE_MAX).map(({ id: userId, name }) => ({ id: userId, name }));
}

/** Gives an exception to somebody who sees it, also when somebody else has it. */
export async function giveException(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
  userId: number,
): Promise<Exception> {
  const person = (await findPeople(tx, kinds, actor, id)).find((each) => each.id === userId);
  if (!person) throw invalid('user_id', 'PersonCannotSeeIt');
  return changeException(tx, kinds, actor, id, () => setOwner(tx, id, person));
}
