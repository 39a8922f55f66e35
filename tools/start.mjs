import { buildServer, buildWeb, serverBundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm, main, runInPlace } from './lib/run.mjs';

await main(async () => {
  endWithNpm();
  await ensureInstalled('app');
  await buildServer();
  // The live screens of the floor show people at work.
  process.env.LONGSHORE_DEMO_PEOPLE ||= 'on';
  // The database and the demo are made while the web is built; the server listens when both are done.
  const web = buildWeb();
  // A build that fails ends the start below, after the server has begun.
  web.catch(() => {});
  await runInPlace([serverBundle, ...process.argv.slice(2)], web);
});
