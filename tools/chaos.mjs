import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { bin, main, run } from './lib/run.mjs';

/**
 * Two servers on one database under load, killed and stopped at random: `npm run chaos -- --minutes 10 --seed 7`.
 * `--back` is the longest allowed outage after each fault, in seconds.
 */
await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string' },
      back: { type: 'string', default: '10' },
    },
  });
  await ensureInstalled();
  const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
  console.log(`Chaos for ${values.minutes} minutes with seed ${seed} …`);
  await run(bin('vitest'), ['run', '--project', 'faults', 'server/test/chaos'], {
    env: {
      ...process.env,
      CHAOS_SEED: seed,
      CHAOS_SECONDS: String(Number(values.minutes) * 60),
      CHAOS_BACK_MS: String(Number(values.back) * 1000),
    },
  });
});
