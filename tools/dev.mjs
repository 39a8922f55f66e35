import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundleOptions, sandbox, serverBundle, workers } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, root } from './lib/run.mjs';

const WEB_PORT = 5173;
const apiPort = process.env.PORT ?? '3000';
const api = `http://localhost:${apiPort}`;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

/** Waits for the old server to exit before the new one binds its port. */
async function restartServer() {
  const old = server;
  if (old && old.exitCode === null && old.signalCode === null) {
    const gone = new Promise((resolve) => old.once('exit', resolve));
    old.kill('SIGTERM');
    await gone;
  }
  server = spawn(process.execPath, ['--enable-source-maps', serverBundle], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: apiPort },
  });
}

await main(async () => {
  await ensureInstalled();
  const esbuild = await import('esbuild');
  const { createServer } = await import('vite');

  const context = await esbuild.context({
    ...bundleOptions('server/src/main.ts', serverBundle),
    plugins: [
      {
        name: 'restart',
        setup(build) {
          build.onEnd(async (result) => {
            if (result.errors.length === 0) await restartServer();
          });
        },
      },
    ],
  });
  const threads = await Promise.all(
    [...workers, sandbox].map(({ entry, outfile }) => esbuild.context(bundleOptions(entry, outfile))),
  );
  for (const thread of threads) await thread.watch();
  await context.watch();

  const web = await createServer({
    root: join(root, 'web'),
    server: { port: WEB_PORT, strictPort: true, proxy: { '/api': api } },
  });
  await web.listen();
  console.log(`Web with reload  http://localhost:${WEB_PORT}\nAPI              ${api}`);

  const stop = async () => {
    await Promise.all([context, ...threads].map((each) => each.dispose()).concat(web.close()));
    if (server?.exitCode === null) {
      server.once('exit', () => process.exit(0));
      server.kill('SIGTERM');
    } else process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
});
