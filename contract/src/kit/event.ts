import { z } from 'zod';
import type { Endpoint, Schema } from './endpoint.ts';
import type { OutdatedRead } from './outdated.ts';

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
  /** The same as `changes`, as caches know answers. */
  outdates: readonly OutdatedRead[];
}

const NoPayload = z.object({});

export function event<Payload extends Schema = typeof NoPayload>(line: {
  subject?: string;
  payload?: Payload;
  changes?: readonly Change[];
}): EventDeclaration<Payload> {
  const { subject, changes = [] } = line;
  return {
    subject,
    payload: line.payload ?? (NoPayload as unknown as Payload),
    changes,
    outdates: changes.map((change) => ({
      path: 'method' in change ? change.path : change.endpoint.path,
      by: idParameter(change, subject),
    })),
  };
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
