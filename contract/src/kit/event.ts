import { z } from 'zod';
import type { Endpoint, Schema } from './endpoint.ts';

/**
 * An endpoint whose answer an event changes; `by` names the path or query parameter that holds the record's id, null
 * when the answer changes whichever record was requested.
 */
export type Change = Endpoint | { endpoint: Endpoint; by: string | null };

/** One kind of event: what it carries, which record it is about and which answers it makes out of date. */
export interface EventDeclaration<Payload extends Schema = Schema> {
  /** The resource of the record the event is about: `subject_id` is an id of it. */
  subject: string | undefined;
  payload: Payload;
  changes: readonly Change[];
}

const NoPayload = z.object({});

export function event<Payload extends Schema = typeof NoPayload>(line: {
  subject?: string;
  payload?: Payload;
  changes?: readonly Change[];
}): EventDeclaration<Payload> {
  return {
    subject: line.subject,
    payload: line.payload ?? (NoPayload as unknown as Payload),
    changes: line.changes ?? [],
  };
}

/** An answer that was given for these parameters, as a cache knows it. */
export interface CachedRead {
  path: string;
  params: Readonly<Record<string, unknown>>;
  /** The query as text, without the question mark. */
  query: string;
}

const resourceOf = (schema: Schema) => (schema as unknown as z.ZodType).meta()?.resource;

/** The parameter of a call that holds the id of a record of `subject`, if there is one. */
function idParameter(change: Change, subject: string | undefined): string | undefined {
  if (!('method' in change)) return change.by ?? undefined;
  if (!subject) return undefined;
  const param = Object.keys(change.params).find((name) => resourceOf(change.params[name] as Schema) === subject);
  if (param) return param;
  const within = change.list?.within;
  return within?.of === subject ? `filter_by[${within.filter}]` : undefined;
}

/**
 * Whether an event about record `id` (null: about many or none in particular) makes the answer out of date. A call
 * that names another record is not affected; a call that names none, such as a list, is.
 */
export function isOutdatedBy(declaration: EventDeclaration, id: number | null, read: CachedRead): boolean {
  return declaration.changes.some((change) => {
    const endpoint = 'method' in change ? change : change.endpoint;
    if (endpoint.path !== read.path) return false;
    const name = idParameter(change, declaration.subject);
    if (id === null || name === undefined) return true;
    const named = read.params[name] ?? new URLSearchParams(read.query).get(name);
    return named === null || named === undefined || String(named) === String(id);
  });
}
