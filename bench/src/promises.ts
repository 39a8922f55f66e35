import { isSmoke } from './scale.ts';

const missed: string[] = [];
type Bound = 'at least' | 'at most' | 'below';

const holds = (value: number, bound: Bound, limit: number) =>
  bound === 'at least' ? value >= limit : bound === 'at most' ? value <= limit : value < limit;

function report(what: string, value: number, bound: Bound, limit: number, isJudged: boolean): void {
  const isKept = holds(value, bound, limit);
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(value < 0.1 ? 4 : 2);
  const line = `${what}: ${shown} (promised: ${bound} ${limit})`;
  if (!isKept && isJudged) missed.push(line);
  console.log(`    ${isKept ? 'kept  ' : isJudged ? 'MISSED' : 'smoke '}  ${line}`);
}

/** Prints a figure of speed or size beside what is promised of it; not judged in a smoke run. */
export const promised = (what: string, value: number, bound: Bound, limit: number) =>
  report(what, value, bound, limit, !isSmoke);

/** Prints a figure that must hold at any size: nothing oversold, nothing lost. */
export const required = (what: string, value: number, bound: Bound, limit: number) =>
  report(what, value, bound, limit, true);

export const missedPromises = (): readonly string[] => missed;
