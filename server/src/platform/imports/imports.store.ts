import {
  IMPORT_RECORDS_LINKED,
  type ImportedRecord,
  type ImportRun,
  type ImportType,
  keyOfReason,
  type Message,
  reasonSentence,
} from '@longshore/contract';
import { inScope } from '../database/in-scope.ts';
import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import type { RowError, SavedRecord } from './import-sheet.ts';

/** Releases before 1.4 stored the English sentence. */
type StoredError = RowError | (Omit<RowError, 'reason'> & { message: string });

const reasonIn = (stored: StoredError) => ('reason' in stored ? stored.reason : stored.message);
const toRowError = (stored: StoredError): RowError => {
  const { row, column, value } = stored;
  return { row, column, value, reason: reasonIn(stored), ...(stored.isSaved ? { isSaved: true } : {}) };
};

export interface ImportRecord {
  id: number;
  client_id: number | null;
  user_id: number;
  type: ImportType;
  options: Record<string, string>;
  file_name: string;
  headings: string[];
  rows: string[][];
  row_count: number;
  next_row: number;
  success: number;
  problems: RowError[];
  state: ImportRun['state'];
  file_digest: Buffer;
  created_at: string;
}

export interface NewImport {
  clientId: number | null;
  userId: number;
  userName: string;
  type: ImportType;
  options: Record<string, string>;
  fileName: string;
  headings: string[];
  rows: string[][];
  fileDigest: Buffer;
  idempotencyKey: string | null;
}

/** The same upload sent twice under one key is one import; undefined when the key was used with another upload. */
export async function insertImport(tx: Tx, given: NewImport): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into imports as known (client_id, user_id, user_name, type, options, file_name, headings, rows, row_count, file_digest, idempotency_key)
    values (${given.clientId}, ${given.userId}, ${given.userName}, ${given.type}, ${JSON.stringify(given.options)}::jsonb,
      ${given.fileName}, ${JSON.stringify(given.headings)}::jsonb, ${JSON.stringify(given.rows)}::jsonb, ${given.rows.length}, ${given.fileDigest}, ${given.idempotencyKey})
    on conflict (user_id, idempotency_key) do update set idempotency_key = excluded.idempotency_key
      where known.type = excluded.type and known.client_id is not distinct from excluded.client_id and known.options = excluded.options
        and known.file_digest = excluded.file_digest
    returning id`.execute(tx);
  return rows[0]?.id;
}

export async function readImport(tx: Tx, id: number, userId: number): Promise<ImportRecord | undefined> {
  const { rows } = await sql<Omit<ImportRecord, 'problems'> & { problems: StoredError[] }>`
    select id, client_id, user_id, type, options, file_name, headings, rows, row_count, next_row, success, problems, state,
      -- Imports of earlier releases have none.
      coalesce(file_digest, ''::bytea) as file_digest, created_at
    from imports where id = ${id} and ${inScope(tx)} and user_id = ${userId}`.execute(tx);
  return rows[0] && { ...rows[0], problems: rows[0].problems.map(toRowError) };
}

type StoredRun = Omit<ImportRun, 'reason_key' | 'errors'> & { errors: StoredError[] };

/** Progress without the rows themselves, which may be many. */
const progress = sql`id as import_id, type, file_name, state, reason, row_count as rows, next_row as done, success, created,
  record_count, saved_records as records, problems as errors, created_at`;

function runOf(run: StoredRun): ImportRun {
  const errors = run.errors.map((stored) => {
    const { reason, isSaved, ...place } = toRowError(stored);
    const problem = { ...place, message: reasonSentence(reason), key: keyOfReason(reason) };
    return isSaved ? { ...problem, is_saved: true } : problem;
  });
  return { ...run, reason: reasonSentence(run.reason), reason_key: keyOfReason(run.reason), errors };
}

/** How far an import is; any user's when none is named. */
export async function readProgress(tx: Tx, id: number, userId: number | null): Promise<ImportRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select ${progress} from imports
    where id = ${id} and ${inScope(tx)} and (${userId}::int is null or user_id = ${userId})`.execute(tx);
  return rows[0] && runOf(rows[0]);
}

/** Nobody else can resume them: their user cannot sign in any more. */
const isOfDisabled = sql`exists (select from users u where u.id = imports.user_id and not u.is_active)`;

const FAILED_MAX = 50;

/** The failed imports of a disabled user; none of one who can resume them, undefined when there is no such user. */
export async function readFailedOfDisabled(tx: Tx, userId: number): Promise<ImportRun[] | undefined> {
  const known = await sql`select from users where id = ${userId} and ${inScope(tx)}`.execute(tx);
  if (!known.rows.length) return undefined;
  const { rows } = await sql<StoredRun>`
    select ${progress} from imports
    where user_id = ${userId} and ${inScope(tx)} and state = 'failed' and ${isOfDisabled}
    order by id desc limit ${sql.lit(FAILED_MAX)}`.execute(tx);
  return rows.map(runOf);
}

export async function isImportOfDisabled(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from imports where id = ${id} and ${inScope(tx)} and ${isOfDisabled}`.execute(tx);
  return rows.length > 0;
}

/** The row at which an import is, and the one at which it goes on. */
export interface Step {
  row: number;
  next: number;
}

/**
 * Steps past a row in the transaction that saves it, and those that belong to it, so that a crash neither repeats nor
 * skips one. Answers false when another worker already did.
 */
export async function advancePastRow(
  tx: Tx,
  id: number,
  { row, next }: Step,
  saved: number,
  problems: RowError[] = [],
): Promise<boolean> {
  const { rows } = await sql`
    update imports set next_row = ${next}, success = success + ${saved}::int,
      problems = problems || ${JSON.stringify(problems)}::jsonb
    where id = ${id} and ${inScope(tx)} and next_row = ${row} and state = 'running' returning 1`.execute(tx);
  return rows.length > 0;
}

/** Notes what a row became, in the transaction that saves it. */
export async function recordSavedRow(tx: Tx, id: number, row: number, rows: number, saved: SavedRecord): Promise<void> {
  const record: ImportedRecord = { row, title: saved.title, path: saved.path, is_new: saved.isNew };
  await sql`
    update imports set created = created + ${saved.isNew ? rows : 0}::int, record_count = record_count + 1,
      saved_records = case when jsonb_array_length(saved_records) < ${IMPORT_RECORDS_LINKED}
        then saved_records || ${JSON.stringify([record])}::jsonb else saved_records end
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Reports something about rows that were saved, in the transaction that saves them. */
export async function addRowProblems(tx: Tx, id: number, notes: readonly RowError[]): Promise<void> {
  await sql`update imports set problems = problems || ${JSON.stringify(notes)}::jsonb where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
}

export async function finishImport(tx: Tx, id: number): Promise<void> {
  await sql`update imports set state = 'done', finished_at = now() where id = ${id} and ${inScope(tx)} and state = 'running'`.execute(
    tx,
  );
}

/** Ends a running import with the reason; what was saved stays saved. */
export async function failImport(tx: Tx, id: number, reason: Message): Promise<void> {
  await sql`update imports set state = 'failed', reason = ${reason}, finished_at = now()
    where id = ${id} and ${inScope(tx)} and state = 'running'`.execute(tx);
}

/**
 * Lets a failed import go on as this user, who need not be the one who uploaded it; answers whose records it makes, or
 * undefined when it has not failed. The key of the upload belongs to the user who sent it.
 */
export async function restartImport(
  tx: Tx,
  id: number,
  userId: number,
): Promise<{ client_id: number | null } | undefined> {
  const { rows } = await sql<{ client_id: number | null }>`
    update imports set state = 'running', reason = '', finished_at = null, user_id = ${userId},
      idempotency_key = case when user_id = ${userId} then idempotency_key end
    where id = ${id} and ${inScope(tx)} and state = 'failed' returning client_id`.execute(tx);
  return rows[0];
}

/** Ends a failed import; answers whether it had failed. */
export async function discardFailed(tx: Tx, id: number): Promise<boolean> {
  const reason: Message = 'ImportIsDiscarded';
  const { rows } = await sql`update imports set state = 'done', reason = ${reason}, finished_at = now()
    where id = ${id} and ${inScope(tx)} and state = 'failed' returning id`.execute(tx);
  return rows.length > 0;
}
