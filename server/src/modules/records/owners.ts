import type { Commented, Owner } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { forbidden, notFound } from '../../platform/http/problem.ts';

export type OwnerAccess = 'read' | 'write';

/** A kind of record that comments, files and categories can be attached to; those of exceptions may have no client. */
export interface OwnerKind<ClientId extends number | null = number> {
  /** Whether this user may read, or write on, records of the kind at all. */
  may(actor: Actor, access: OwnerAccess): boolean;
  /** The client of the record; undefined when it does not exist in this transaction's scope, or for this user. */
  find(tx: Tx, id: number, actor: Actor): Promise<{ clientId: ClientId } | undefined>;
}

export type OwnerKinds = Partial<Record<Owner, OwnerKind>> & { Exception?: OwnerKind<number | null> };

declare module '../../platform/module.ts' {
  interface Module {
    /** The module's records that comments, files and categories can be attached to. */
    owners?: OwnerKinds;
  }
}

/** One record by its kind and id, of those that have comments. */
export interface CommentedRef {
  type: Commented;
  id: number;
}

/** One record by its kind and id, of those that have files and categories too. */
export interface OwnerRef {
  type: Owner;
  id: number;
}

/** Whether the kind is accessible to this user. A kind that no module registered has no records. */
export function assertKind(
  kinds: OwnerKinds,
  actor: Actor,
  type: Commented,
  access: OwnerAccess,
): OwnerKind<number | null> {
  const kind = kinds[type];
  if (!kind) throw notFound();
  if (!kind.may(actor, access)) throw forbidden();
  return kind;
}

/** The client of a record, when the user may do this to it; undefined when there is no such record for the user. */
export async function clientOfOwner(
  tx: Tx,
  kinds: OwnerKinds,
  actor: Actor,
  owner: OwnerRef,
  access: OwnerAccess,
): Promise<number | undefined> {
  return (await clientOfCommented(tx, kinds, actor, owner, access)) ?? undefined;
}

/** The same of a record that has comments: null for one of the company. */
export async function clientOfCommented(
  tx: Tx,
  kinds: OwnerKinds,
  actor: Actor,
  owner: CommentedRef,
  access: OwnerAccess,
): Promise<number | null | undefined> {
  const found = await assertKind(kinds, actor, owner.type, access).find(tx, owner.id, actor);
  return found?.clientId;
}
