import { buildServer, bundle } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, runInPlace } from './lib/run.mjs';

await main(async () => {
  await ensureInstalled();
  await buildServer();
  await bundle('bench/src/main.ts', 'bench/dist/main.js');
  await bundle('bench/floor/server.ts', 'bench/dist/floor.js');
  await bundle('bench/src/shop/main.ts', 'bench/dist/shop.js');
  await runInPlace(['bench/dist/main.js', ...process.argv.slice(2)]);
});
