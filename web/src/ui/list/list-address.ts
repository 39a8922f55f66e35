/** The last address of each list, by its start address: links back from a record lead to the rows one came from. */
const lastSeen = new Map<string, string>();

export function rememberListAddress(start: string, now: string): void {
  lastSeen.set(start, now);
}

/** A list's last address, or its first page. `path` comes before the query segment, `after` follows it. */
export function listAddress(path: string, after = ''): string {
  const start = `${path}/on_page%3D1${after}`;
  return lastSeen.get(start) ?? start;
}
