import { buildServer, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm, main, runInPlace } from './lib/run.mjs';

await main(async () => {
  endWithNpm();
  await ensureInstalled('app');
  await buildServer();
  await runInPlace([serverBundle, ...process.argv.slice(2)]);
});
