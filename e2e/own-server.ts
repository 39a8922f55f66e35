import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const READY_MS_MAX = 180_000;

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A server that one journey may kill: on a database of its own, and on the same port after every start. */
export class OwnServer {
  readonly origin: string;
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'longshore-e2e-own-'));
  private process: ChildProcess | undefined;

  private constructor(private readonly port: number) {
    this.origin = `http://localhost:${port}`;
    // As root, PostgreSQL runs as another user, who needs access to the folder.
    chmodSync(this.dataDir, 0o755);
  }

  static async start(): Promise<OwnServer> {
    const server = new OwnServer(await freePort());
    await server.start();
    return server;
  }

  /** Resolves when the server is ready. */
  async start(): Promise<void> {
    const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));
    this.process = spawn(process.execPath, [main], {
      env: { ...process.env, PORT: String(this.port), DATA_DIR: this.dataDir, LOG_LEVEL: 'error' },
      stdio: 'inherit',
    });
    const until = Date.now() + READY_MS_MAX;
    while (Date.now() < until) {
      const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(250);
    }
    throw new Error('The server of this journey did not become ready.');
  }

  /** Ends it as a power failure would, and waits until it is gone. */
  kill = () => this.end('SIGKILL');

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { process: running } = this;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await gone;
  }
}
