import { check } from './lib/check.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/run.mjs';

await main(async () => {
  await ensureInstalled();
  await check({ fix: process.argv.includes('--fix') });
});
