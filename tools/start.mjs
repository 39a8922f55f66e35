import { buildServer, buildWeb, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { become, main } from './lib/run.mjs';

await main(async () => {
  await ensureInstalled();
  await buildWeb();
  await buildServer();
  await become([serverBundle, ...process.argv.slice(2)]);
});
