import { buildServer, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm, main, runInPlace } from './lib/run.mjs';

await main(async () => {
  endWithNpm();
  // The types of the schema are written by a tool of development.
  await ensureInstalled(process.argv.includes('schema-types') ? 'all' : 'app');
  await buildServer();
  await runInPlace([serverBundle, ...process.argv.slice(2)]);
});
