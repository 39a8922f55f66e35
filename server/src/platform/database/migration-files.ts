import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A migration file, `NNNN-title.sql`. Possible marks in its first lines:
 * `-- non-transactional`: each statement runs separately (see migrate.ts), for `create index concurrently`.
 * Statements end with a semicolon at the end of a line, and each must be repeatable after a failed attempt.
 * `-- contract`: takes away what servers of an older release need. It is applied when none of them is connected.
 * `-- incompatible`: servers of older releases cannot work with it, and stop being ready.
 */
export interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
  isTransactional: boolean;
  isCompatible: boolean;
  isContract: boolean;
  /** Empty for a transactional migration. */
  statements: string[];
}

export interface AppliedMigration {
  number: number;
  name: string;
  /** Null when a release before 1.4 applied it. */
  checksum: string | null;
  is_compatible: boolean;
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => parseMigration(name, readFileSync(join(folder, name), 'utf8')));
}

export function parseMigration(name: string, content: string): Migration {
  // Git may have changed the line endings.
  const text = content.replaceAll('\r\n', '\n');
  const marks = /^(?:--.*\n)*/.exec(text)?.[0].split('\n') ?? [];
  const isTransactional = !marks.includes('-- non-transactional');
  return {
    number: Number(name.slice(0, 4)),
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    isTransactional,
    isCompatible: !marks.includes('-- incompatible'),
    isContract: marks.includes('-- contract'),
    statements: isTransactional ? [] : splitStatements(text),
  };
}

const splitStatements = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

/**
 * The newest migration marked `-- contract` that this release works with. Servers show it to each other in the names of
 * connections that each of them keeps open, so that `migrate` knows whether an older one runs.
 */
export const CONTRACT_KNOWN = 53;
export const nameWithContract = (name: string) => `${name} ${CONTRACT_KNOWN}`;

/** Migrations that are not applied yet; a number may be smaller than an applied one when branches were merged late. */
export const pendingOf = (known: readonly Migration[], applied: readonly Pick<AppliedMigration, 'number'>[]) =>
  known.filter(({ number }) => !applied.some((migration) => migration.number === number));

/**
 * Why this release cannot work on a database with these migrations; undefined when it can. The rule: everything the
 * release knows is applied, and nothing it does not know is marked incompatible. So the previous release keeps
 * working during a rolling upgrade.
 */
export function schemaProblem(
  known: readonly Migration[],
  applied: readonly Pick<AppliedMigration, 'number' | 'name' | 'is_compatible'>[],
  { ignorePending = false } = {},
): string | undefined {
  const numbers = new Set(known.map(({ number }) => number));
  const foreign = applied.find((migration) => !migration.is_compatible && !numbers.has(migration.number));
  if (foreign)
    return `This database was migrated by a newer version of Longshore (${foreign.name}), with which this one cannot work.`;
  const pending = pendingOf(known, applied).find(({ isContract }) => !isContract);
  if (!pending || ignorePending) return undefined;
  return `This database lacks ${pending.name}: set DATABASE_OWNER_URL so that it can be migrated.`;
}
