import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from './database.ts';

/** The same flags as `npm start`. */
const FLAGS = ['--enable-source-maps', '--max-semi-space-size=4'];

export interface Running {
  port: number;
  metricsPort: number;
  /** Resident memory, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

async function waitUntilReady(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.');
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not answer in a minute.');
}

/** Starts a server in its own process. */
export async function startServer(script: string, env: Record<string, string>): Promise<Running> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...FLAGS, join(root, script)], {
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(port, child);
  return {
    port,
    metricsPort,
    memory: () => rss(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 5000).unref();
      }),
  };
}

function rss(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return Number.NaN;
  }
}
