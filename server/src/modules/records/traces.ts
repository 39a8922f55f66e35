import type { Traceable, TraceField, TraceSubject } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** A field by its name in the contract, with its new value as text; for a reference, its current name. */
export interface Change<Field extends string = string> {
  field: Field;
  newValue: string;
}

export interface NewTrace<Kind extends Traceable> {
  type: Kind;
  id: number;
  clientId: number | null;
  subject: TraceSubject;
  changes?: readonly Change<TraceField<Kind>>[];
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

type FieldOf<After> = Extract<keyof After, string>;

/** The fields of a save whose value changed. Secrets are named, never shown. */
export function changesBetween<After extends object>(
  before: object,
  after: After,
  secrets: readonly FieldOf<After>[] = [],
): Change<FieldOf<After>>[] {
  const old = before as Record<string, unknown>;
  const entries = Object.entries(after) as [FieldOf<After>, unknown][];
  return entries
    .filter(([field, value]) => value !== undefined && asText(old[field]) !== asText(value))
    .map(([field, value]) => ({ field, newValue: secrets.includes(field) ? 'changed' : asText(value) }));
}

/** References are compared by id and stored by name: an id is useless once its record is renamed or deleted. */
export const withNames = <Field extends string>(
  changes: readonly Change<Field>[],
  names: Partial<Record<NoInfer<Field>, string>>,
): Change<Field>[] => changes.map(({ field, newValue }) => ({ field, newValue: names[field] ?? newValue }));

/** Changes of a part of the record, under that part's name in the contract: `address.city`. */
export const changesUnder = <const Part extends string, Field extends string>(
  part: Part,
  changes: readonly Change<Field>[],
): Change<`${Part}.${Field}`>[] =>
  changes.map(({ field, newValue }) => ({ field: `${part}.${field}` as const, newValue }));

const insertTrace = <Kind extends Traceable>(actor: Actor | undefined, entry: NewTrace<Kind>) => sql`
  insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject, changes)
  values (${entry.clientId}, ${entry.type}, ${entry.id}, ${actor?.id ?? null}, ${actor?.name ?? 'System'}, ${entry.subject},
    ${JSON.stringify(entry.changes ?? [])}::jsonb)`;

/** Records who changed what, in the transaction of the change. Without a change there is no trace. */
export async function trace<Kind extends Traceable>(
  tx: Tx,
  actor: Actor | undefined,
  entry: NewTrace<Kind>,
): Promise<void> {
  if (entry.changes && !entry.changes.length) return;
  await insertTrace(actor, entry).execute(tx);
}

/** The same without its own round trip. */
export function queueTrace<Kind extends Traceable>(tx: Tx, actor: Actor | undefined, entry: NewTrace<Kind>): void {
  if (entry.changes && !entry.changes.length) return;
  insertTrace(actor, entry).queue(tx);
}

/** Who made records of a kind and client, in one statement. */
export async function traceCreated(
  tx: Tx,
  actor: Actor,
  { type, ids, clientId }: { type: Traceable; ids: readonly number[]; clientId: number },
): Promise<void> {
  await sql`
    insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject, changes)
    select ${clientId}::int, ${type}::text, id, ${actor.id}::int, ${actor.name}::text, 'Created', '[]'::jsonb
    from unnest(${ids}::int[]) id`.execute(tx);
}
