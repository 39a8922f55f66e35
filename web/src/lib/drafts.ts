import { hashOf, type KeptKeys } from './unanswered.ts';

/**
 * Unfinished forms are kept in this browser, so that a reload, a crash or an ended session costs no typed word. A draft
 * belongs to one user, one working client and one record; nobody else's is ever read. Secrets are not stored.
 */
const PREFIX = 'longshore-draft';
const DAYS_KEPT = 7;
const DAY_MS = 86_400_000;

export interface Draft {
  /** When it was last changed, in milliseconds. */
  at: number;
  values: Record<string, unknown>;
  /** The version of the record that the changes were made to, for forms that cannot resolve a conflict. */
  version?: string | undefined;
  /** The idempotency keys of saves without an answer, by the hash of what was sent: restored, it is not saved twice. */
  keys?: Record<string, string>;
}

export interface DraftStore {
  read: () => Draft | undefined;
  write: (values: Record<string, unknown>) => void;
  remove: () => void;
  keys: KeptKeys;
}

/** `key_1` … are the keys of a connection; its `o_auth_token` is the address of the shop. */
const SECRET_NAME = /password|secret|hash_key|key_\d|(?<!o_auth_)token/i;

/**
 * The key of a write that contains a secret is not stored: the form cannot restore the same body, and its hash could be
 * used to guess the secret.
 */
const SECRET_FIELD = new RegExp(`"[^"]*(?:${SECRET_NAME.source})[^"]*":`, 'i');

/** Leaves out secrets, and NaN: a number field with other text in it. */
const storable = (name: string, value: unknown) => (SECRET_NAME.test(name) || Number.isNaN(value) ? undefined : value);

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSameKind = (one: unknown, other: unknown) =>
  one === null || other === null || (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

/** The form's values with those of the draft. What the form does not know (an older version's draft) is ignored. */
export function withDraft<Values extends Record<string, unknown>>(
  values: Values,
  draft: Record<string, unknown>,
): Values {
  const merged = Object.entries(values).map(([name, value]) => {
    const drafted = draft[name];
    if (drafted === undefined || !isSameKind(value, drafted)) return [name, value];
    return [name, isPlainObject(value) && isPlainObject(drafted) ? withEveryKey(value, drafted) : drafted];
  });
  return Object.fromEntries(merged) as Values;
}

/** Nested objects may be maps (the permissions of a role), whose keys are data: those of the draft are kept too. */
const withEveryKey = (value: Record<string, unknown>, drafted: Record<string, unknown>): Record<string, unknown> => ({
  ...drafted,
  ...withDraft(value, drafted),
});

/** Private windows and full disks refuse storage: then the form lives only as long as its page. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function parseDraft(text: string | null): Draft | undefined {
  const draft = text ? (JSON.parse(text) as Partial<Draft>) : {};
  if (typeof draft.at !== 'number' || !isPlainObject(draft.values)) return undefined;
  if (Date.now() - draft.at > DAYS_KEPT * DAY_MS) return undefined;
  const { at, values, version } = draft;
  return { at, values, version, keys: isPlainObject(draft.keys) ? draft.keys : {} };
}

const readAt = (key: string) => attempt(() => parseDraft(localStorage.getItem(key)));
const removeAt = (key: string) => attempt(() => localStorage.removeItem(key));

export interface DraftOwner {
  userId: number;
  /** The working client; 0 for none. */
  clientId: number;
}

/** The user who signed out: this page stores nothing more of theirs, even while its forms are being closed. */
let signedOutId: number | null = null;

/**
 * The draft of a record's form. With a version, the record's `updated_at`, only changes of this version are restored;
 * those of an older one are removed, because nobody will see that version again.
 */
export function draftStore({ userId, clientId }: DraftOwner, record: string, version?: string): DraftStore {
  const key = `${PREFIX}/${userId}/${clientId}/${record}`;
  const read = () => {
    const draft = readAt(key);
    if (draft?.version === version) return draft;
    if (draft?.version && version && draft.version < version) removeAt(key);
    return undefined;
  };
  const store = (draft: Draft) =>
    attempt(() => {
      if (signedOutId !== userId) localStorage.setItem(key, JSON.stringify(draft, storable));
    });
  return {
    read,
    write: (values) => store({ at: Date.now(), values, version, keys: read()?.keys ?? {} }),
    remove: () => removeAt(key),
    keys: keysOf(read, store),
  };
}

/**
 * Keys live in the draft, so that they end with it. Where there is no draft, nothing can be restored and sent again.
 */
function keysOf(read: () => Draft | undefined, store: (draft: Draft) => void): KeptKeys {
  return {
    find: (text) => read()?.keys?.[hashOf(text)],
    keep: (text, sent) => {
      const draft = read();
      if (draft && !SECRET_FIELD.test(text)) store({ ...draft, keys: { ...draft.keys, [hashOf(text)]: sent } });
    },
    forget: (text) => {
      const draft = read();
      if (!draft) return;
      const { [hashOf(text)]: _answered, ...keys } = draft.keys ?? {};
      store({ ...draft, keys });
    },
  };
}

const keysFrom = (prefix: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];

/** Removes all drafts of a user: when they sign out, the next one at this browser must not find their work. */
export function removeDraftsOf(userId: number): void {
  signedOutId = userId;
  for (const key of keysFrom(`${PREFIX}/${userId}/`)) removeAt(key);
}

/** Removes what is too old to be offered, whoever wrote it: its form may never be opened again. */
export function removeOldDrafts(): void {
  for (const key of keysFrom(`${PREFIX}/`)) if (!readAt(key)) removeAt(key);
}
