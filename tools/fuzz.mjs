import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { bin, main, run } from './lib/run.mjs';

/** Random calls to every endpoint of the contract: `npm run fuzz -- --calls 100000 --seed 7`. */
await main(async () => {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, calls: { type: 'string', default: '20000' } } });
  await ensureInstalled();
  const seed = values.seed ?? String(Math.floor(Math.random() * 1e6));
  console.log(`Making ${values.calls} calls with seed ${seed} …`);
  await run(bin('vitest'), ['run', '--project', 'faults', 'server/test/fuzz'], {
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_CALLS: values.calls },
  });
});
