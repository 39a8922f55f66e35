import {
  type ErrorCode,
  type FieldMessages,
  isMessage,
  type Message,
  outcome,
  reasonOf,
  reasonSentence,
  sentence,
} from '@longshore/contract';

/** An expected refusal with its answer. The only error a command throws on purpose; any other is a bug. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
    /** What to store when the refusal is kept: the same as a key with its values, for every language. */
    readonly reason = message,
  ) {
    super(message);
  }
}

/**
 * A refusal with a code of the error catalogue. The details say what it is about, after the catalogue's own message;
 * those that are message keys can be shown in every language.
 */
export function refused(code: ErrorCode, details: string | readonly string[] = []): Problem {
  const list = [details].flat().filter(Boolean);
  const reason = reasonOf(code, list);
  const keys = list.filter(isMessage);
  const body = { error_code: code, ...(keys.length ? { keys: { _: keys } } : {}) };
  return new Problem(400, reasonSentence(reason), body, {}, reason);
}

export const unauthenticated = () => new Problem(401, outcome.unauthenticated);
export const forbidden = () => new Problem(403, outcome.forbidden);
export const needsSignIn = () => new Problem(403, outcome.needsSignIn);
export const readOnlyToken = () => new Problem(403, outcome.readOnlyToken);
/** Also for records of another client, so that their existence is not revealed. */
export const notFound = () => new Problem(404, outcome.notFound);
export const stale = () => new Problem(409, outcome.stale);
export const tooMany = (seconds: number) => new Problem(429, outcome.tooMany, {}, { 'retry-after': String(seconds) });
/** A temporary condition; a message says what the caller can do besides waiting. */
export const busy = (seconds = 1, message?: Message) =>
  new Problem(503, message ? sentence(message) : outcome.busy, message ? { keys: { _: [message] } } : {}, {
    'retry-after': String(seconds),
  });

/** All invalid fields at once, each with its message and the message key for other languages. */
export function invalidFields(fields: FieldMessages): Problem {
  const errors = Object.fromEntries(Object.entries(fields).map(([path, list]) => [path, list.map(sentence)]));
  const [first] = Object.values(fields).flat();
  return new Problem(422, Object.values(errors)[0]?.[0] ?? outcome.invalid, { errors, keys: fields }, {}, first);
}

export const invalid = (field: string, message: Message) => invalidFields({ [field]: [message] });
