import { type Measured, measure, type Work } from './load.ts';
import { rounds, seconds } from './scale.ts';

const SECONDS = seconds(Number(process.env.BENCH_SECONDS ?? 0.6));
const WARM_UP_SECONDS = seconds(2);
const ROUNDS = rounds(15);

/** One implementation that is compared with others. */
export interface Subject {
  name: string;
  work: Work;
  rounds: Measured[];
}

export const subject = (name: string, work: Work): Subject => ({ name, work, rounds: [] });

/** Turns are short and many, so that a temporary slowdown of the machine affects all subjects alike. */
export async function runTurns(subjects: readonly Subject[], atOnce: number): Promise<void> {
  for (const { work } of subjects) await measure(atOnce, WARM_UP_SECONDS, work);
  for (let round = 0; round < ROUNDS; round++)
    for (const each of subjects) each.rounds.push(await measure(atOnce, SECONDS, each.work));
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const rate = ({ rounds }: Subject) => medianOf(rounds.map((round) => round.perSecond));
export const median = ({ rounds }: Subject) => medianOf(rounds.map((round) => round.medianMs));

export function printResults(title: string, subjects: readonly Subject[]): void {
  console.log(`\n${title}`);
  for (const each of subjects)
    console.log(
      `    ${each.name.padEnd(22)} ${rate(each).toFixed(0).padStart(7)} a second   median ${median(each).toFixed(2).padStart(7)} ms`,
    );
}
