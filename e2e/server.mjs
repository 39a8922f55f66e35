import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newDataDir } from '../tools/lib/demo-data.mjs';

/** The built server on a temporary database, which is deleted when the journeys are done. */
const dataDir = newDataDir('longshore-e2e-');
const server = spawn(
  process.execPath,
  ['--enable-source-maps', fileURLToPath(new URL('../server/dist/main.js', import.meta.url))],
  {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  },
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
