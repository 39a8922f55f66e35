import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Sandbox, startSandbox } from '../src/sandbox/index.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';
import { KillableServer } from './killable.ts';
import { TEST_MASTER_KEY } from './test-master-key.ts';

const SETUP_MS = 240_000;

/** Two servers on one database: the app of the tests, and a process of its own that runs the jobs and is killed. */
export interface KilledJobs {
  it: TestApp;
  boss: Caller;
  sandbox: Sandbox;
  server: KillableServer;
  start: () => Promise<void>;
}

const environmentOf = (it: TestApp, sandbox: Sandbox): Record<string, string> => ({
  DATABASE_URL: it.database.serverUrl,
  LONGSHORE_DEMO: 'off',
  LONGSHORE_SECRET: TEST_MASTER_KEY.current.toString('hex'),
  LONGSHORE_ALLOW_PRIVATE_PARTNERS: '1',
  ...Object.fromEntries(Object.entries(sandbox.baseUrls).map(([partner, url]) => [`${settingOf(partner)}_URL`, url])),
  ...Object.fromEntries(
    Object.entries(sandbox.apps).flatMap(([partner, { clientId, clientSecret }]) => [
      [`${settingOf(partner)}_CLIENT_ID`, clientId],
      [`${settingOf(partner)}_CLIENT_SECRET`, clientSecret],
    ]),
  ),
});
const settingOf = (partner: string) => `LONGSHORE_PARTNER_${partner.toUpperCase()}`;

/** Around the tests of a file. The process starts when `prepare` has made what the tests need, and talks to the same sandbox. */
export function killJobs(prepare: (made: KilledJobs) => Promise<void>): void {
  let made: KilledJobs;

  beforeAll(async () => {
    const sandbox = await startSandbox();
    const { baseUrls: urls, apps, credentials: demo } = sandbox;
    const it = await testApp({ partners: { urls, apps, allowPrivate: false, demo } });
    const boss = await it.as('super');
    const server = await KillableServer.make();
    made = { it, boss, sandbox, server, start: () => server.start(environmentOf(it, sandbox)) };
    await prepare(made);
    await made.start();
  }, SETUP_MS);

  beforeEach(() => made.sandbox.stopFailing());

  afterAll(async () => {
    await made.server.end('SIGTERM');
    made.server.remove();
    await made.sandbox.stop();
  });
}
