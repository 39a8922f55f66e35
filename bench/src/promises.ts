const missed: string[] = [];

/** Prints a figure beside what is promised of it, and remembers it when it is missed. */
export function promised(what: string, value: number, bound: 'at least' | 'at most' | 'below', limit: number): void {
  const isKept = bound === 'at least' ? value >= limit : bound === 'at most' ? value <= limit : value < limit;
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(value < 0.1 ? 4 : 2);
  const line = `${what}: ${shown} (promised: ${bound} ${limit})`;
  if (!isKept) missed.push(line);
  console.log(`    ${isKept ? 'kept  ' : 'MISSED'}  ${line}`);
}

export const missedPromises = (): readonly string[] => missed;
