import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, buildWeb } from './lib/build.mjs';
import { check } from './lib/check.mjs';
import { checkStatements } from './lib/check-statements.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { withDemoData } from './lib/demo-data.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { countJourneys, describeUnstable } from './lib/journey-report.mjs';
import { withFilesInMemory } from './lib/memory-folder.mjs';
import { bin, Failed, main, root, run, step } from './lib/run.mjs';
import { startSystemPostgres } from './lib/system-postgres.mjs';

let reports = '';
const sum = { passed: 0, failed: 0 };

/** Some of their tests start servers of their own. */
const WITH_SERVERS = ['unit', 'faults', 'e2e'];

/** @type {Record<string, () => Promise<void>>} */
const parts = { check, unit, faults, pg: onSystemPostgres, bench: benchSmoke, e2e: builtJourneys };

/** What depends on the PostgreSQL version: migrations, the launcher, row-level security, query plans and locks. */
const VERSION_DEPENDENT = ['server/src/platform/database', 'server/test/catalogue'];

/** The writes that take locks; the others are made of the same parts. */
const SMOKED_JOBS = ['order-writes'];

/** The server's tests record their statements, whose declared types are compared with the database. */
const recorded = () => join(reports, 'statements');

async function unit() {
  await recordingUnit();
  await statements();
}

async function recordingUnit() {
  const env = { ...process.env, STATEMENTS_FOLDER: recorded() };
  await step('unit and server tests', () => vitest('unit', ['--project=!faults'], env));
}

async function statements() {
  await step('statements against the database', () => checkStatements(recorded()));
}

async function faults() {
  await step('killed, frozen and flooded servers', () => vitest('faults', ['--project=faults']));
}

/**
 * Runs the tests of one module, while it is worked on: of its rules and screens, of its calls, and those that are
 * generated from its part of the contract.
 * @param {string} name
 */
async function ofModule(name) {
  const folders = [`contract/src/${name}/`, `server/src/modules/${name}/`, `web/src/features/${name}/`];
  if (!folders.some((folder) => existsSync(join(root, folder)))) throw new Failed(`there is no module ${name}`);
  const env = { ...process.env, TEST_MODULE: name };
  await step(`tests of ${name}`, () => vitest('module', [...folders, 'server/test/access.test.ts'], env));
}

async function onSystemPostgres() {
  const postgres = await startSystemPostgres();
  if (!postgres) {
    console.log('- server tests on a system PostgreSQL: none of version 15 or newer is installed');
    return;
  }
  try {
    const env = { ...process.env, TEST_ADMIN_URL: postgres.adminUrl };
    await step(`server tests on PostgreSQL ${postgres.version}`, () =>
      vitest('pg', ['--project', 'server', ...VERSION_DEPENDENT], env),
    );
  } finally {
    await postgres.stop();
  }
}

/**
 * Runs parts at the same time, and fails when all have ended.
 * @param {...(() => Promise<void>)} together
 */
async function beside(...together) {
  const ended = await Promise.allSettled(together.map((part) => part()));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/**
 * The tests of killed servers mostly wait, for a server to start again and for limits that pass: the rest runs
 * meanwhile.
 */
const besideFaults = () =>
  beside(faults, async () => {
    for (const part of [check, onSystemPostgres, benchSmoke, build]) await part();
  });

/** The journeys wait for pages; comparing the statements is the work of one process and one database. */
const besideJourneys = () => beside(journeys, statements);

/** Some benchmarks at small size, so that they keep working; real figures need `npm run bench` on an idle machine. */
async function benchSmoke() {
  await step('bench, smoke run', () =>
    run(process.execPath, ['tools/bench.mjs', '--smoke', ...SMOKED_JOBS], { shell: false }),
  );
}

async function build() {
  await step('build', async () => {
    await buildWeb();
    await buildServer();
  });
}

async function builtJourneys() {
  await build();
  await journeys();
}

async function journeys() {
  const browser = await step('browser', ensureChromium);
  await step('journeys', async () => {
    const report = join(reports, 'e2e.json');
    const env = { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
    await countResults(
      () => run(bin('playwright'), args, { env }),
      () => {
        const results = JSON.parse(readFileSync(report, 'utf8'));
        const unstable = describeUnstable(results, root);
        if (unstable) console.log(unstable);
        return countJourneys(results);
      },
    );
  });
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function vitest(name, args, env = process.env) {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await countResults(
    () => run(bin('vitest'), ['run', ...args, ...reporters], { env }),
    () => {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
      return { passed: numPassedTests, failed: numFailedTests };
    },
  );
}

/**
 * @param {() => Promise<void>} work
 * @param {() => { passed: number, failed: number }} read
 */
async function countResults(work, read) {
  try {
    await work();
  } finally {
    try {
      const { passed, failed } = read();
      sum.passed += passed;
      sum.failed += failed;
    } catch {
      // It ended before it could report; its exit code is enough.
    }
  }
}

/** @param {string | undefined} only */
async function runParts(only) {
  const chosen = only ? [parts[only]] : [besideFaults, recordingUnit, besideJourneys];
  for (const part of chosen) await part?.();
}

await main(async () => {
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
  const names = Object.keys(parts);
  if (only && !names.includes(only)) throw new Failed(`--only= takes one of ${names.join(', ')}`);
  const module = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  await ensureInstalled();
  await withFilesInMemory(async () => {
    reports = mkdtempSync(join(tmpdir(), 'longshore-test-'));
    try {
      if (module) await ofModule(module);
      else if (!only || WITH_SERVERS.includes(only)) await withDemoData(() => runParts(only));
      else await runParts(only);
    } finally {
      rmSync(reports, { recursive: true, force: true });
      console.log(`${sum.passed} passed, ${sum.failed} failed`);
    }
  });
});
