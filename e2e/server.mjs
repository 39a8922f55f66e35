import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built server on a temporary database, which is deleted when the journeys are done. */
const dataDir = mkdtempSync(join(tmpdir(), 'longshore-e2e-'));
// As root, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(dataDir, 0o755);
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
