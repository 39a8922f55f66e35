import {
  type ErrorCode,
  errorCatalogue,
  type FieldMessages,
  type Message,
  outcome,
  sentence,
  splitMessage,
} from '@longshore/contract';

/** A refusal with its answer. The only error a command throws on purpose; anything else is a defect. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/**
 * A rule of the catalogue said no. The details name what the rule is about, after the catalogue's own sentence; those
 * that are message keys can be shown in every language.
 */
export function refused(code: ErrorCode, details: string | readonly string[] = []): Problem {
  const list = [details].flat().filter(Boolean);
  const said = list.length ? `${errorCatalogue[code]}: ${list.map(sentence).join('; ')}` : errorCatalogue[code];
  const keys = list.filter(splitMessage);
  return new Problem(400, said, { error_code: code, ...(keys.length ? { keys: { _: keys } } : {}) });
}

export const unauthenticated = () => new Problem(401, outcome.unauthenticated);
export const forbidden = () => new Problem(403, outcome.forbidden);
export const needsSignIn = () => new Problem(403, outcome.needsSignIn);
export const readOnlyToken = () => new Problem(403, outcome.readOnlyToken);
/** Also for records of another client: nobody learns that they exist. */
export const notFound = () => new Problem(404, outcome.notFound);
export const stale = () => new Problem(409, outcome.stale);
export const tooMany = (seconds: number) => new Problem(429, outcome.tooMany, {}, { 'retry-after': String(seconds) });
/** Nothing is wrong but the moment; a message says what the caller can do besides waiting. */
export const busy = (seconds = 1, message?: Message) =>
  new Problem(503, message ? sentence(message) : outcome.busy, message ? { keys: { _: [message] } } : {}, {
    'retry-after': String(seconds),
  });

/** Every broken field at once, each with its sentence and, beside it, the key other languages know it by. */
export function invalidFields(fields: FieldMessages): Problem {
  const errors = Object.fromEntries(Object.entries(fields).map(([path, list]) => [path, list.map(sentence)]));
  return new Problem(422, Object.values(errors)[0]?.[0] ?? outcome.invalid, { errors, keys: fields });
}

export const invalid = (field: string, message: Message) => invalidFields({ [field]: [message] });
