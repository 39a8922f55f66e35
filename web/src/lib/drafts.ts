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
}

export interface DraftStore {
  read: () => Draft | undefined;
  write: (values: Record<string, unknown>) => void;
  remove: () => void;
}

const SECRET_NAME = /password|secret|hash_key|token/i;

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
  return Date.now() - draft.at > DAYS_KEPT * DAY_MS ? undefined : { at: draft.at, values: draft.values };
}

export interface DraftOwner {
  userId: number;
  /** The working client; 0 for none. */
  clientId: number;
}

/** After a sign-out this page stores nothing more, even while its forms are being closed. */
let isClosed = false;

/** The draft of a record's form. */
export function draftStore({ userId, clientId }: DraftOwner, record: string): DraftStore {
  const key = `${PREFIX}/${userId}/${clientId}/${record}`;
  return {
    read: () => attempt(() => parseDraft(localStorage.getItem(key))),
    write: (values) =>
      attempt(() => {
        if (!isClosed) localStorage.setItem(key, JSON.stringify({ at: Date.now(), values } satisfies Draft, storable));
      }),
    remove: () => attempt(() => localStorage.removeItem(key)),
  };
}

/** Removes all drafts of a user: when they sign out, the next one at this browser must not find their work. */
export function removeDraftsOf(userId: number): void {
  isClosed = true;
  attempt(() => {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    for (const key of keys) if (key.startsWith(`${PREFIX}/${userId}/`)) localStorage.removeItem(key);
  });
}
