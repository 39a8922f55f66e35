/** With `--smoke` every job runs once on little data: it shows that the bench still works, its figures mean nothing. */
export const isSmoke = process.argv.includes('--smoke');

/** How much data "many" is, in every job that compares few with many. */
export const MANY = isSmoke ? 3_000 : 1_000_000;

/** A duration in seconds, shortened when only smoke is looked for. */
export const seconds = (value: number) => (isSmoke ? Math.min(value, 0.05) : value);

/** How often something is repeated. */
export const rounds = (value: number) => (isSmoke ? 1 : value);

export const named = (count: number) => count.toLocaleString('en');
