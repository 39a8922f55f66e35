import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { bin, main, run } from './lib/run.mjs';

/** Hours of random stock commands, compared with an in-memory model: `npm run simulate -- --seed 7 --steps 500000`. */
await main(async () => {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, steps: { type: 'string', default: '100000' } } });
  await ensureInstalled();
  const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
  console.log(`Simulating ${values.steps} steps with seed ${seed} …`);
  await run(bin('vitest'), ['run', '--project', 'server', 'server/test/simulation'], {
    env: { ...process.env, SIMULATE_SEED: seed, SIMULATE_STEPS: values.steps },
  });
});
