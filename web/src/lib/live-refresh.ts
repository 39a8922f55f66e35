import { api, eventOf, isOutdatedBy } from '@longshore/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** One line of the live stream: which kind of event happened to which record. */
export interface Notice {
  /** `relation.saved`; empty when anything may have changed. */
  kind: string;
  id?: number | null;
}

/** Events come in bursts (an import): refresh when they pause, and at the latest after the maximum delay. */
const PAUSE_MS = 400;
const DELAY_MS_MAX = 2_000;

/** Keys are built by `keyOf`: path, then parameters, then the query text. */
function isOutdated([path, params, query]: QueryKey, notices: readonly Notice[]): boolean {
  const read = {
    path: String(path),
    params: (params ?? {}) as Record<string, unknown>,
    query: typeof query === 'string' ? query : '',
  };
  return notices.some(({ kind, id = null }) => {
    const declaration = eventOf(kind);
    // An event kind from a newer server: anything may have changed.
    return declaration ? isOutdatedBy(declaration, id, read) : true;
  });
}

/** Whether the user's own session (role, permissions, company) may have changed. */
function changesSession({ kind, id = null }: Notice, userId: number): boolean {
  const declaration = eventOf(kind);
  const read = { path: api.session.boot.path, params: { user_id: userId }, query: '' };
  return declaration ? isOutdatedBy(declaration, id, read) : true;
}

/** The session of the signed-in user, as far as live updates concern it. */
export interface LiveSession {
  userId: () => number;
  /** Reads it again; resolves to whether the permissions have changed. */
  renew: () => Promise<boolean>;
}

/**
 * Collects notices and invalidates what the contract says they change: answers about that record and lists of its kind.
 * Only active queries are fetched now, the others when they are shown again. When an event concerns the session, it is
 * read again; if its permissions have changed, everything is read again, so that what is no longer allowed is refused.
 */
export function makeLiveRefresher(client: QueryClient, live: LiveSession): (notice: Notice) => void {
  const pending = new Map<string, Notice>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt = 0;
  const refresh = () => {
    timer = undefined;
    const notices = [...pending.values()];
    pending.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOutdated(queryKey, notices) });
    if (notices.some((notice) => changesSession(notice, live.userId())))
      void live.renew().then((isChanged) => {
        if (isChanged) void client.invalidateQueries();
      });
  };
  return (notice) => {
    pending.set(`${notice.kind} ${notice.id ?? ''}`, notice);
    const now = Date.now();
    if (timer === undefined) firstAt = now;
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.max(0, Math.min(PAUSE_MS, firstAt + DELAY_MS_MAX - now)));
  };
}
