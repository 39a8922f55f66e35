/** Where each list was left, by the address it starts at: the way back from a record leads to the rows one came from. */
const lastSeen = new Map<string, string>();

export function rememberListAddress(start: string, now: string): void {
  lastSeen.set(start, now);
}

/** The address of a list as it was last seen, or its first page: everything before the query, and what follows it. */
export function listAddress(path: string, after = ''): string {
  const start = `${path}/on_page%3D1${after}`;
  return lastSeen.get(start) ?? start;
}
