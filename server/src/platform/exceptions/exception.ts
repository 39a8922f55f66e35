import type { Access, EventKind, ServerTextKey, Severity } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import type { JobRequest, Subscribers } from '../events/events.ts';

/** A kind has its title, sentence, hint and the word of its button among the texts. */
export type ExceptionName =
  Extract<ServerTextKey, `exceptionKinds.kinds.${string}.title`> extends `exceptionKinds.kinds.${infer Name}.title`
    ? Name
    : never;
export type FactName =
  Extract<ServerTextKey, `exceptionKinds.facts.${string}`> extends `exceptionKinds.facts.${infer Name}` ? Name : never;

/** The facts of a row, by the names that the kind's statement gives them. */
export type Slots = Readonly<Record<string, string | number | null>>;

/** A row that `find` answers. */
export interface Fact {
  /** What the exception is about: there is one for each kind and record. */
  record: string;
  client_id: number | null;
  /** Since when it is so; null when nothing knows. */
  since: string | null;
  /** The only user of the client who can act on it; null when all of them can. */
  for_user: number | null;
  slots: Slots;
}

/** What a statement needs to find its facts. */
export interface Look {
  tx: Tx;
  timezone: string;
  /** The invariants that `npm run doctor` checks. */
  checks: readonly { name: string; broken(tx: Tx): Promise<string[]> }[];
}

/** How a value is written: as it is, as a code, a number, a day, a stored reason, or by the words of a branch of the texts. */
export type SlotKind = 'text' | 'code' | 'number' | 'day' | 'reason' | 'words';

/** A call of the API by its endpoint. */
export interface EndpointCall {
  endpoint: { method: string; path: string; access: Access };
  params: Readonly<Record<string, string | number>>;
  body?: unknown;
}

/** A call, or the screen on which a person resolves it. */
export type Action = EndpointCall | { to: string };

/** A likely answer: the record that could be meant, and the call that says so. */
export interface Proposal extends EndpointCall {
  about: string;
  code: string;
  name: string;
}

/** A kind of exception: everything else about it follows from this. */
export interface ExceptionKind {
  name: ExceptionName;
  severity: Severity;
  /** Who sees it; client users only what `user` or `order_controller` may. */
  access: Access;
  /**
   * A statement that answers the current facts (`Fact`), those that wait longest first. It runs as staff, for all clients;
   * a row that is not in it any more closes its exception.
   */
  find: (look: Look) => Sql<Fact> | Promise<Sql<Fact>>;
  /** How the values of the sentence and of `facts` are written; those not named here are plain text. `name` is the record. */
  slots?: Readonly<Record<string, SlotKind>>;
  /** The branch of the texts with the words for values of the kind `words`. */
  words?: 'billing.unbilled.reasons';
  /** Another of the kind's sentences for some facts: `More` is the text `sentenceMore`. */
  variant?: (slots: Slots) => 'More' | 'Ready' | 'Reason' | 'Shipments' | '';
  /** What the panel lists, by the names of slots. */
  facts?: readonly FactName[];
  /** Address of the record's screen; empty when it has none for this user. */
  link: (slots: Slots, actor: Actor) => string;
  action: (slots: Slots, actor: Actor) => Action | null;
  /** Likely answers, the likeliest first; their button is the text `propose`. */
  propose?: (tx: Tx, slots: Slots) => Promise<Proposal[]>;
  /** After these events the facts are looked at again; without them, and between them, every minute. */
  on?: readonly EventKind[];
  /** Looked at every night only, because it reads everything. */
  nightly?: boolean;
}

export const exception = (kind: ExceptionKind): ExceptionKind => kind;

export const LOOK_TASK = 'look-at-exceptions';
/** Events within this many seconds cause one look. */
const LOOK_AFTER_SECONDS = 2;

const lookAt = (kind: ExceptionKind): JobRequest => ({
  task: LOOK_TASK,
  payload: { kind: kind.name },
  key: `exceptions ${kind.name}`,
  afterSeconds: LOOK_AFTER_SECONDS,
  keepsTime: true,
});

/** The subscribers that look at kinds again after the events that they name. */
export function lookSubscribers(kinds: readonly ExceptionKind[]): Subscribers {
  const subscribers: Partial<Record<EventKind, (() => JobRequest[])[]>> = {};
  for (const kind of kinds)
    for (const event of kind.on ?? []) subscribers[event] = [...(subscribers[event] ?? []), () => [lookAt(kind)]];
  return subscribers as Subscribers;
}
