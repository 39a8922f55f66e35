import { buildServer, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, runInPlace } from './lib/run.mjs';

await main(async () => {
  await ensureInstalled();
  await buildServer();
  await runInPlace([serverBundle, ...process.argv.slice(2)]);
});
