/** With `--smoke` every job runs once on little data: it shows that the benchmark works, its figures mean nothing. */
export const isSmoke = process.argv.includes('--smoke');

/** The number of rows for "many", in every job that compares few with many. */
export const MANY = isSmoke ? 3_000 : 1_000_000;

/** A duration in seconds, shortened in a smoke run. */
export const seconds = (value: number) => (isSmoke ? Math.min(value, 0.05) : value);

/** A number of repetitions, one in a smoke run. */
export const rounds = (value: number) => (isSmoke ? 1 : value);

export const formatCount = (count: number) => count.toLocaleString('en');
