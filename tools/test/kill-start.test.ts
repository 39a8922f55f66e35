import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { buildServer, buildWeb } from '../lib/build.mjs';
import { emptyDataDir, freePort, newDataDir } from '../lib/demo-data.mjs';
import { root } from '../lib/run.mjs';

const WAIT_MS = 150_000;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}, WAIT_MS);

const isThere = (pid: number) => {
  try {
    // A zombie has ended; nobody has asked for its exit code yet.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

async function until<T>(what: string, look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(100)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Waited in vain for ${what}.`);
}

/** The process and all below it. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => descendants(Number(child)))];
}

class Start {
  private constructor(
    readonly process: ChildProcess,
    readonly dataDir: string,
    readonly port: number,
  ) {}
  output = '';

  static async run(dataDir: string): Promise<Start> {
    const port = await freePort();
    folders.push(dataDir);
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error' };
    const started = new Start(
      spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] }),
      dataDir,
      port,
    );
    started.process.stdout?.on('data', (text) => {
      started.output += text;
    });
    return started;
  }

  says = (text: string) => until(text, () => this.output.includes(text));

  postgres(): number | undefined {
    const file = join(this.dataDir, 'postgres', 'data', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  }

  /** Kills npm as a person or a supervisor would, and answers what is left of it after a while. */
  async killed(signal: NodeJS.Signals): Promise<number[]> {
    const all = [...descendants(this.process.pid ?? 0), this.postgres() ?? 0].filter((pid) => pid > 0);
    expect(all.length).toBeGreaterThan(2);
    this.process.kill(signal);
    const end = Date.now() + 30_000;
    while (all.some(isThere) && Date.now() < end) await sleep(100);
    const left = all.filter(isThere);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    return left;
  }
}

describe.runIf(process.platform === 'linux')(
  'npm start that is killed leaves neither a server nor a PostgreSQL',
  () => {
    test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('while the demo is made, by %s', async (signal) => {
      await buildWeb();
      await buildServer();
      const start = await Start.run(emptyDataDir('longshore-kill-'));
      await start.says('making the demo company');
      expect(await start.killed(signal)).toEqual([]);
    });

    test.each(['SIGTERM', 'SIGHUP'] as const)('while it runs, by %s', async (signal) => {
      const start = await Start.run(newDataDir('longshore-kill-'));
      await start.says('Longshore is running');
      expect(await start.killed(signal)).toEqual([]);
    });
  },
  300_000,
);
