import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyDataDir } from '../../tools/lib/demo-data.mjs';
import { nightlyBackup, removeOldBackups } from '../src/commands/backup.ts';
import { segmentsBetween } from '../src/platform/backup/database-copy.ts';
import { readConfig } from '../src/platform/config.ts';
import { KillableServer, sleep } from './killable.ts';

/** Several servers are started here, each with a database, on a machine that may be busy. */
const PATIENCE_MS = 300_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const WRITERS = 4;
/** Number of writes before, and at least this many while the data is copied. */
const ENOUGH = 10;

let folder: string;
let file: string;
let original: KillableServer;
let copy: KillableServer;
const acknowledged: string[] = [];
/** Acknowledged before the backup's end, so they must be in it. */
let covered: string[] = [];
const upload = { path: '1/0123456789abcdef.pdf', bytes: Buffer.from('an uploaded file') };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-backups-'));
  chmodSync(folder, 0o755);
  file = join(folder, 'backup.tar.gz');
  original = await KillableServer.make();
  copy = await KillableServer.make(emptyDataDir('longshore-restored-'));
  await original.start();
}, PATIENCE_MS);

afterAll(async () => {
  for (const server of [original, copy]) {
    await server.end('SIGTERM');
    server.remove();
  }
  rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

test('a backup of a running server under load is written and verified', async () => {
  mkdirSync(join(original.dataDir, 'files', '1'), { recursive: true });
  writeFileSync(join(original.dataDir, 'files', upload.path), upload.bytes);
  const token = await original.signIn('client@longshore.test');
  let isBusy = true;
  const write = async (writer: number) => {
    for (let turn = 0; isBusy; turn++) {
      const name = `backed up ${writer} ${turn}`;
      const { status } = await original.post(
        '/api/v3/relations',
        { type: 'customer', name },
        { authorization: `Bearer ${token}` },
      );
      if (status === 200) acknowledged.push(name);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  while (acknowledged.length < ENOUGH) await sleep(20);
  const before = acknowledged.length;
  const { code, output } = await original.command(['backup', file], (line) => {
    if (line.includes('The data is copied')) covered = [...acknowledged];
  });
  isBusy = false;
  await Promise.all(writers);
  expect(output).toContain(`${file} holds the backup of ${original.dataDir}`);
  expect(code, output).toBe(0);
  expect(covered.length).toBeGreaterThanOrEqual(before + ENOUGH);
  expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
});

test('a backup never overwrites an existing file', async () => {
  const { code, output } = await original.command(['backup', file]);
  expect([code, output]).toEqual([1, `${file} exists already; a backup never overwrites anything.\n`]);
});

test('a backup is restored into an empty folder only', async () => {
  const { code, output } = await original.command(['restore', file]);
  expect(code).toBe(1);
  expect(output).toContain('is not empty');
});

test('a damaged or truncated archive is refused and leaves nothing', async () => {
  const damaged = join(folder, 'damaged.tar.gz');
  writeFileSync(damaged, readFileSync(file));
  truncateSync(damaged, Math.floor(readFileSync(file).length / 2));
  const cut = await copy.command(['restore', damaged]);
  expect([cut.code, cut.output]).toEqual([1, expect.stringMatching(/^\S+damaged.tar.gz cannot be read[^\n]*\n$/)]);
  writeFileSync(damaged, 'no archive at all');
  expect((await copy.command(['restore', damaged])).output).toMatch(/^\S+damaged.tar.gz cannot be read[^\n]*\n$/);
  expect(readdirSync(copy.dataDir)).toEqual([]);
});

describe('what is restored', () => {
  test('starts and passes the doctor, with everything acknowledged before the end of the backup', async () => {
    const { code, output } = await copy.command(['restore', file]);
    expect([code, output]).toEqual([0, expect.stringContaining('nothing broken')]);
    await copy.start({ LONGSHORE_BACKUP_KEEP: '7' });
    const rows = await copy.rows<{ name: string }>("select name from relations where name like 'backed up%'");
    const there = new Set(rows.map((row) => row.name));
    expect(covered.filter((name) => !there.has(name))).toEqual([]);
    expect(await copy.ailments()).toEqual([]);
    expect(await copy.signIn('client@longshore.test')).toBeTruthy();
  });

  test('has the uploaded files and the key', () => {
    const digest = (server: KillableServer, path: string) =>
      createHash('sha256')
        .update(readFileSync(join(server.dataDir, path)))
        .digest('hex');
    for (const path of ['secret.key', join('files', upload.path)])
      expect(digest(copy, path)).toBe(digest(original, path));
  });
});

test('a nightly backup is written, verified and replaces the oldest', async () => {
  const nights = join(folder, 'nights');
  mkdirSync(nights);
  writeFileSync(join(nights, 'longshore-2026-03-01T023700Z.tar.gz'), '');
  const env = { DATA_DIR: original.dataDir, LONGSHORE_BACKUP_KEEP: '1', LONGSHORE_BACKUP_DIR: nights };
  await nightlyBackup(readConfig(env), pino({ level: 'silent' }))?.();
  expect(readdirSync(nights)).toEqual([expect.stringMatching(/^longshore-(?!2026-03-01)\S+\.tar\.gz$/)]);
});

test('nightly backups are scheduled when the operator wants them', async () => {
  const known = 'select identifier from graphile_worker._private_known_crontabs';
  const tasks = async (server: KillableServer) =>
    (await server.rows<{ identifier: string }>(known)).map(({ identifier }) => identifier);
  expect(await tasks(copy)).toContain('nightly-backup');
  expect(await tasks(original)).not.toContain('nightly-backup');
});

test('with DATABASE_URL only files and key are backed up, with a hint what to use for the database', async () => {
  const part = join(folder, 'part.tar.gz');
  const elsewhere = { DATABASE_URL: 'postgres://db.invalid/x', LONGSHORE_SECRET: 'a secret of the operator' };
  const { code, output } = await original.command(['backup', part], () => {}, elsewhere);
  expect(code, output).toBe(0);
  expect(output).toContain('use pg_dump or pg_basebackup');
  expect(output).toContain('It does not hold LONGSHORE_SECRET');
});

test('the oldest nightly backups are removed, other files stay', () => {
  const nights = mkdtempSync(join(tmpdir(), 'longshore-nights-'));
  const names = ['01', '02', '03', '04'].map((day) => `longshore-2026-03-${day}T023700Z.tar.gz`);
  for (const name of [...names, 'mine.tar.gz']) writeFileSync(join(nights, name), '');
  removeOldBackups(nights, 2);
  expect(readdirSync(nights).sort()).toEqual([...names.slice(2), 'mine.tar.gz']);
  rmSync(nights, { recursive: true });
});

test.each([
  ['000000010000000000000003', '000000010000000000000003', ['000000010000000000000003']],
  [
    '0000000100000001000000FE',
    '000000010000000200000001',
    ['0000000100000001000000FE', '0000000100000001000000FF', '000000010000000200000000', '000000010000000200000001'],
  ],
])('the WAL from %s to %s', (first, last, names) => {
  expect(segmentsBetween(first, last, 16 * 1024 * 1024)).toEqual(names);
});
