import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, newDataDir } from '../tools/lib/demo-data.mjs';

const READY_MS_MAX = 180_000;
const MAIN = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));

/** A server that one journey may kill: on a database of its own, and on the same port after every start. */
export class OwnServer {
  readonly origin: string;
  private readonly dataDir = newDataDir('longshore-e2e-own-');
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly settings: Record<string, string>,
  ) {
    this.origin = `http://localhost:${port}`;
  }

  /** Started with these variables besides its own. */
  static async start(settings: Record<string, string> = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), settings);
    await server.start();
    return server;
  }

  /** Resolves when the server is ready. */
  async start(): Promise<void> {
    this.process = spawn(process.execPath, [MAIN], {
      env: this.env,
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

  private get env() {
    return { ...process.env, ...this.settings, PORT: String(this.port), DATA_DIR: this.dataDir, LOG_LEVEL: 'error' };
  }

  /** What the doctor says of the running server's database: a line for each check, and what is broken. */
  async doctor(): Promise<string[]> {
    // It fails, with the same lines, when something is broken.
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'doctor'], { env: this.env }).catch(
      (error: { stdout: string }) => error,
    );
    return stdout.split('\n').filter(Boolean);
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
