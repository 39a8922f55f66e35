import { eventOf, isOutdatedBy } from '@longshore/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** One line of the live stream: what kind of event happened to which record. */
export interface Notice {
  /** `relation.saved`; empty when anything may have changed. */
  kind: string;
  id?: number | null;
}

/** Changes come in bursts, such as an import: screens read again when it is quiet, or now and then if it never is. */
const QUIET_MS = 400;
const LONGEST_WAIT_MS = 2_000;

/** Keys are made by `keyOf`: path, then parameters, then the query's text. */
function isOutdated([path, params, query]: QueryKey, notices: readonly Notice[]): boolean {
  const read = {
    path: String(path),
    params: (params ?? {}) as Record<string, unknown>,
    query: typeof query === 'string' ? query : '',
  };
  return notices.some(({ kind, id = null }) => {
    const declaration = eventOf(kind);
    // A kind of a newer server than this page: anything may have changed.
    return declaration ? isOutdatedBy(declaration, id, read) : true;
  });
}

/**
 * Collects notices and marks as out of date what the contract says they change: answers about that record, and lists
 * of its kind. Only those on the screen are read again now; the others when somebody looks at them.
 */
export function liveRefresher(client: QueryClient): (notice: Notice) => void {
  const waiting = new Map<string, Notice>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const refresh = () => {
    timer = undefined;
    const notices = [...waiting.values()];
    waiting.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOutdated(queryKey, notices) });
  };
  return (notice) => {
    waiting.set(`${notice.kind} ${notice.id ?? ''}`, notice);
    const now = Date.now();
    if (timer === undefined) since = now;
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.max(0, Math.min(QUIET_MS, since + LONGEST_WAIT_MS - now)));
  };
}
