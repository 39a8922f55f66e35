import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** Every worker reads this file again: a value that is chosen once is passed on in the environment. */
function chooseOnce(name: string, choose: () => string): string {
  const value = process.env[name] ?? choose();
  process.env[name] = value;
  return value;
}

const port = chooseOnce('E2E_PORT', () => String(21_000 + (process.pid % 9_000)));
const baseURL = `http://localhost:${port}`;

/** Those that wait for minutes on servers of their own begin first, so that none of them ends alone. */
const LONGEST = ['floor-day', 'put-away-under-failures'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: './journeys',
  // Journeys share one database; each works on its own records.
  fullyParallel: false,
  // One more than the processors of a small machine: journeys wait for answers and for what appears.
  workers: 3,
  // Nothing takes this long on a machine of its own; a busy one may be some times slower.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A journey that passes only when it is repeated fails the run, because somebody would meet what it met. It is
  // repeated to tell a race from a defect, and for its trace (decision 0068).
  retries: 1,
  failOnFlakyTests: true,
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  reporter: process.env.CI ? [['line']] : [['list']],
  outputDir: '../test-results',
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // What a journey sees comes from the server, except in the one about starting without it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node ${JSON.stringify(fileURLToPath(new URL('server.mjs', import.meta.url)))}`,
    url: `${baseURL}/readyz`,
    timeout: 90_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: port, LOG_LEVEL: 'warn', LONGSHORE_CHECK_ANSWERS: '1', LONGSHORE_ALLOW_PRIVATE_WEBHOOKS: '1' },
  },
});
