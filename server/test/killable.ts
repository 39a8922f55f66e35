import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, newDataDir } from '../../tools/lib/demo-data.mjs';
import { rootDir } from '../src/commands/database.ts';
import { examine } from '../src/commands/doctor.ts';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';

const PATIENCE_MS = 5000;
const START_MS = 120_000;
const OUTPUT_MAX = 4000;
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Answer {
  /** 0 when there was none. */
  status: number;
  data: unknown;
  body: { data?: unknown; message?: string; error_code?: number };
}

/** The built server in a separate process, with its embedded PostgreSQL, to be killed and restarted. */
export class KillableServer {
  private child: ChildProcess | undefined;
  /** The output of the process each time it exited with an error. */
  readonly crashes: string[] = [];
  private readonly logged: string[] = [];
  private constructor(
    readonly dataDir: string,
    private readonly port: number,
  ) {}

  /** By default on a folder with the demo. */
  static async make(dataDir = newDataDir('longshore-durable-')): Promise<KillableServer> {
    const build = "import('./tools/lib/build.mjs').then((tools) => tools.buildServer())";
    await promisify(execFile)(process.execPath, ['-e', build], { cwd: rootDir });
    return new KillableServer(dataDir, await freePort());
  }

  /** A second server process on the same data. */
  async sibling(): Promise<KillableServer> {
    return new KillableServer(this.dataDir, await freePort());
  }

  /** Runs a command of the server on the same data; its lines are passed on as they come. */
  async command(
    args: string[],
    onLine: (line: string) => void = () => {},
    env: Record<string, string> = {},
  ): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(rootDir, 'server/dist/main.js'), ...args], {
      cwd: rootDir,
      env: { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL: '', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      onLine(String(chunk));
    });
    child.stderr.on('data', (chunk) => (output += chunk));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    const { dataDir: DATA_DIR, port } = this;
    const ours = { DATA_DIR, PORT: String(port), LOG_LEVEL: 'error', DATABASE_URL: '', LONGSHORE_DEMO: 'on' };
    const child = spawn(process.execPath, [join(rootDir, 'server/dist/main.js')], {
      cwd: rootDir,
      env: { ...process.env, ...ours, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-OUTPUT_MAX);
      this.logged.push(...String(chunk).split('\n'));
    });
    child.on('exit', (code) => {
      // An exit by a signal was caused by the test.
      if (code) this.crashes.push(output);
    });
    for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${output}`);
      if (await this.isReady()) return;
    }
    throw new Error(`The server did not start in time: ${output}`);
  }

  /** The lines of its log at level error that match. */
  errors = (pattern: RegExp) => this.logged.filter((line) => pattern.test(line));

  async isReady(): Promise<boolean> {
    const answer = await fetch(this.url('/readyz'), { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    );
    return answer?.ok ?? false;
  }

  /** Freezes the process without ending it, as a frozen machine would. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** What the process has in memory with all its threads, in MB; Linux only. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  postmaster(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  killPostgres(): void {
    process.kill(this.postmaster(), 'SIGKILL');
  }

  /** The processes of PostgreSQL that serve connections of the servers. */
  async backends(): Promise<number[]> {
    const rows = await this.rows<{ pid: number }>(
      "select pid from pg_stat_activity where application_name like 'longshore%' order by pid",
    );
    return rows.map(({ pid }) => pid);
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async signIn(email: string): Promise<string> {
    const { data } = await this.post('/api/auth/login', { email, password: DEMO_PASSWORD });
    return (data as { jwt: string }).jwt;
  }

  post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    this.request('POST', path, body, headers);

  async request(
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url(path), {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as Answer['body'] | undefined;
    return { status: answer ? (response?.status ?? 0) : 0, data: answer?.data, body: answer ?? {} };
  }

  private databaseUrl(login: 'owner' | 'server'): string {
    const { passwords, port } = JSON.parse(readFileSync(join(this.dataDir, 'postgres/connection.json'), 'utf8'));
    return `postgres://longshore_${login}:${passwords[login]}@127.0.0.1:${port}/longshore`;
  }

  /** Queries the database directly. */
  async rows<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.databaseUrl('owner'),
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: 4 * PATIENCE_MS,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** The violations that the doctor finds. */
  ailments(): Promise<string[]> {
    return examine(this.databaseUrl('server'));
  }
}
