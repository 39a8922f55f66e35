import { isSmoke } from './scale.ts';

const missed: string[] = [];
type Bound = 'at least' | 'at most' | 'below';

const isWithin = (value: number, bound: Bound, limit: number) =>
  bound === 'at least' ? value >= limit : bound === 'at most' ? value <= limit : value < limit;

function report(what: string, value: number, bound: Bound, limit: number, isJudged: boolean): void {
  const isKept = isWithin(value, bound, limit);
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(value < 0.1 ? 4 : 2);
  const line = `${what}: ${shown} (promised: ${bound} ${limit})`;
  if (!isKept && isJudged) missed.push(line);
  console.log(`    ${isKept ? 'kept  ' : isJudged ? 'MISSED' : 'smoke '}  ${line}`);
}

/** Prints a figure beside its promised limit; not enforced in a smoke run. */
export const reportPromise = (what: string, value: number, bound: Bound, limit: number) =>
  report(what, value, bound, limit, !isSmoke);

/** Prints a figure that must hold at any size: nothing oversold, nothing lost. */
export const reportRequirement = (what: string, value: number, bound: Bound, limit: number) =>
  report(what, value, bound, limit, true);

export const missedPromises = (): readonly string[] => missed;
