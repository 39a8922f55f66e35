/** The Levenshtein distance: how many letters must be changed, added or left out to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1];
    for (const [m, second] of [...other].entries())
      next.push(Math.min((row[m] ?? 0) + (letter === second ? 0 : 1), (row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 64);

/** The name that somebody most likely meant; undefined when none is near. */
export function closestTo(written: string, names: readonly string[]): string | undefined {
  const wanted = plain(written);
  if (wanted.length < 2) return undefined;
  const ranked = names
    .map((name) => ({ name, far: plain(name).startsWith(wanted) ? 0 : distance(wanted, plain(name)) }))
    .sort((one, other) => one.far - other.far);
  const [first] = ranked;
  return first && first.far <= Math.max(1, Math.floor(wanted.length / 3)) ? first.name : undefined;
}
