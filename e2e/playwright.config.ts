import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** Read again by every worker: what is chosen once is handed on in the environment. */
function once(name: string, choose: () => string): string {
  const value = process.env[name] ?? choose();
  process.env[name] = value;
  return value;
}

const port = once('E2E_PORT', () => String(21_000 + (process.pid % 9_000)));
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: './journeys',
  // Journeys share one database, as people do; each works on records of its own.
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  outputDir: '../test-results',
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
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
    env: { PORT: port, LOG_LEVEL: 'warn', LONGSHORE_CHECK_ANSWERS: '1' },
  },
});
