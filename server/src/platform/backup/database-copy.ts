import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type ArchiveWriter, BackupError } from './archive.ts';

/** What PostgreSQL recreates when it starts, or must not find there; the same list as pg_basebackup's. */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]);
const EXCLUDED =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|current_logfiles.*)$/;
const TEMPORARY = /(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;
/** Copied last, as pg_basebackup does. */
const CONTROL = 'global/pg_control';

/**
 * Copies the data folder of a running PostgreSQL with its low-level backup API. The files are copied at different
 * moments; replaying the WAL from `pg_backup_start` to `pg_backup_stop` makes them consistent as of the stop. Every
 * write acknowledged before `onCopied` is called is included.
 */
export async function copyDatabase(
  archive: ArchiveWriter,
  adminUrl: string,
  data: string,
  onCopied: () => void,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'longshore backup' });
  let lost: Error | undefined;
  admin.on('error', (error) => (lost = error));
  await admin.connect();
  try {
    // The slot retains WAL that a checkpoint would recycle before it is copied. Slot and backup end with the session.
    await admin.query('select pg_create_physical_replication_slot($1, true, true)', [`longshore_${process.pid}`]);
    const { rows: started } = await admin.query<{ segment: string; bytes: string }>(
      `select pg_walfile_name(pg_backup_start('longshore', fast => true)) as segment,
        (select setting from pg_settings where name = 'wal_segment_size') as bytes`,
    );
    await archive.addFolder('postgres/data');
    await addEntries(archive, data, '');
    await archive.addFile(`postgres/data/${CONTROL}`, join(data, CONTROL));
    onCopied();
    const { rows: stopped } = await admin.query<{ segment: string; label: string }>(
      'select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    const [first, last] = [started[0], stopped[0]];
    if (!first || !last) throw new BackupError('PostgreSQL did not answer the backup.');
    await archive.addText('postgres/data/backup_label', last.label);
    for (const segment of segmentsBetween(first.segment, last.segment, Number(first.bytes)))
      if (!(await archive.addFile(`postgres/data/pg_wal/${segment}`, join(data, 'pg_wal', segment))))
        throw new BackupError(`PostgreSQL removed the WAL segment ${segment} before it was copied.`);
  } catch (error) {
    throw lost ? new BackupError(`The database went away during the backup: ${lost.message}`) : error;
  } finally {
    await admin.end().catch(() => {});
  }
}

/** The entries of a folder; none when PostgreSQL removed it in the meantime. */
const entriesOf = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const isLeftOut = (path: string) => TEMPORARY.test(path) || EXCLUDED.test(path) || path === CONTROL;

async function addEntries(archive: ArchiveWriter, data: string, folder: string): Promise<void> {
  for (const entry of await entriesOf(join(data, folder))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (isLeftOut(path)) continue;
    if (entry.isSymbolicLink()) throw new BackupError(`${path} is a link; only data in one folder can be backed up.`);
    if (entry.isDirectory()) await addFolder(archive, data, path);
    else if (entry.isFile()) await archive.addFile(`postgres/data/${path}`, join(data, path));
  }
}

async function addFolder(archive: ArchiveWriter, data: string, path: string): Promise<void> {
  await archive.addFolder(`postgres/data/${path}`);
  if (!EMPTY_FOLDERS.has(path)) await addEntries(archive, data, path);
  else if (path === 'pg_wal') await archive.addFolder('postgres/data/pg_wal/archive_status');
}

/** The name of a WAL segment is its timeline, then the segment number as two halves in base 2^32 / segment size. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const perHalf = 2 ** 32 / segmentBytes;
  const timeline = first.slice(0, 8);
  if (last.slice(0, 8) !== timeline) throw new BackupError('The database changed its timeline during the backup.');
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * perHalf + Number.parseInt(name.slice(16), 16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number++)
    names.push(`${timeline}${hex(Math.floor(number / perHalf))}${hex(number % perHalf)}`);
  return names;
}
