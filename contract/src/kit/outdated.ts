/** Answers of one address that are out of date. */
export interface OutdatedRead {
  path: string;
  /**
   * The path or query parameter that holds the id of the event's record; undefined when all are, whatever they name.
   */
  by: string | undefined;
}

/** An answer that was given for these parameters, as a cache knows it. */
export interface CachedRead {
  path: string;
  params: Readonly<Record<string, unknown>>;
  /** The query as text, without the question mark. */
  query: string;
}

/**
 * Whether an event about record `id` (null: about many or none in particular) makes the answer out of date. A call
 * that names another record is not affected; a call that names none, such as a list, is.
 */
export function isOutdatedBy(
  { outdates }: { outdates: readonly OutdatedRead[] },
  id: number | null,
  read: CachedRead,
): boolean {
  return outdates.some(({ path, by }) => {
    if (path !== read.path) return false;
    if (id === null || by === undefined) return true;
    const named = read.params[by] ?? new URLSearchParams(read.query).get(by);
    return named === null || named === undefined || String(named) === String(id);
  });
}
