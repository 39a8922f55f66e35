import { buildServer, buildWeb, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, runInPlace } from './lib/run.mjs';

await main(async () => {
  await ensureInstalled();
  await buildWeb();
  await buildServer();
  await runInPlace([serverBundle, ...process.argv.slice(2)]);
});
