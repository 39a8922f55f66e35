import {
  type FieldMessages,
  IMPORT_ROWS_AT_ONCE,
  IMPORT_ROWS_MAX,
  type ImportRun,
  type Message,
  mayCall,
  outcome,
} from '@longshore/contract';
import { readSpreadsheet, SpreadsheetBusy, SpreadsheetRefused } from '../../documents/spreadsheet.ts';
import { type Actor, actorScope, workingClient } from '../auth/actor.ts';
import { type Open, staffScope, type Tx } from '../database/tx.ts';
import { recordEvent } from '../events/events.ts';
import type { Upload } from '../http/bind.ts';
import { type ConstraintProblems, problemOf } from '../http/failure.ts';
import { forbidden, invalid, notFound, Problem, refused } from '../http/problem.ts';
import type { Log } from '../log.ts';
import {
  findColumns,
  findGroups,
  type ImportContext,
  type ImportSheet,
  isBlank,
  parseRow,
  type RowError,
  RowProblem,
  RowProblems,
  sharedHeadings,
  textsOf,
} from './import-sheet.ts';
import {
  addRowProblems,
  advancePastRow,
  discardFailed,
  failImport,
  finishImport,
  type ImportRecord,
  insertImport,
  isImportOfDisabled,
  readImport,
  readProgress,
  recordSavedRow,
  restartImport,
  type Step,
} from './imports.store.ts';

/** First data row of a sheet, as its reader counts them. */
const FIRST_ROW = 2;

/** A small import is saved by the call itself. In case the call is cut off, a job continues it after this time. */
const CUT_OFF_AFTER_SECONDS = 60;
/** How often a running import asks whether it may go on. */
const ROWS_BETWEEN_CHECKS = 50;

async function readRows(sheet: ImportSheet, file: Upload, userId: number) {
  const content = await readSpreadsheet(file.bytes, IMPORT_ROWS_MAX, userId).catch((error: unknown) => {
    if (error instanceof SpreadsheetRefused) throw refused(10005, error.reason);
    if (error instanceof SpreadsheetBusy) throw new Problem(503, outcome.busy, {}, { 'retry-after': '10' });
    throw error;
  });
  if (content.sheetCount !== 1) throw refused(11001);
  const positions = findColumns(sheet, content.headings);
  const first = Object.values(sheet.columns)[0]?.heading ?? '';
  if (Object.values(positions).every((position) => position < 0))
    throw refused(10005, `FirstRowHoldsHeadings:${first}`);
  const { rowsMax } = sheet;
  if (rowsMax && content.rows.filter((cells) => !isBlank(sheet, positions, cells)).length > rowsMax)
    throw invalid('file', `SheetTooManyRows:${rowsMax}`);
  return content;
}

/** As whom rows are saved, and what a broken constraint means to the one who sent them. */
export interface Importer {
  open: Open;
  actor: Actor;
  constraints: ConstraintProblems;
  /** Why the import must not go on, if so: its user may have been disabled since it began. */
  findReasonToStop?: () => Promise<Message | undefined>;
}

interface Running extends Importer {
  sheet: ImportSheet;
  record: ImportRecord;
  positions: Record<string, number>;
  /** The rows that are saved together, for each of them. */
  groups: number[][];
}

function problemsOf(error: unknown, running: Running, row: number, cells: readonly string[]): RowError[] {
  const { sheet, positions, constraints } = running;
  const cellOf = (field: string) => cells[positions[field] ?? -1] ?? '';
  if (error instanceof RowProblem)
    return [
      { row, column: sheet.columns[error.field]?.heading ?? '', value: cellOf(error.field), reason: error.reason },
    ];
  const problem = problemOf(error, constraints);
  if (problem && problem.status < 500) {
    const fields = problem.status === 422 ? (problem.body.keys as FieldMessages | undefined) : undefined;
    if (!fields) return [{ row, column: '', value: '', reason: problem.reason }];
    return Object.entries(fields).flatMap(([path, list]) => {
      // A sheet is flat: `config.lot` is refused in the column of `lot`.
      const field = path.split('.').at(-1) ?? path;
      const column = sheet.columns[field]?.heading ?? path;
      return list.map((reason) => ({ row, column, value: cellOf(field), reason }));
    });
  }
  throw error;
}

const givenIn = (positions: Record<string, number>): ReadonlySet<string> =>
  new Set(Object.keys(positions).filter((field) => (positions[field] ?? -1) >= 0));

/** The rows to save at this one: itself, or all that belong together, at the first of them. */
function rowsAt({ sheet, record, positions, groups }: Running, index: number): number[] {
  const cells = record.rows[index] ?? [];
  if (isBlank(sheet, positions, cells)) return [];
  const group = groups[index] ?? [index];
  return group[0] === index ? group : [];
}

/** The next row with something to save: those without it need no transaction of their own. */
function rowAfter(running: Running, index: number): number {
  const { length } = running.record.rows;
  let next = index + 1;
  while (next < length && !rowsAt(running, next).length) next++;
  return next;
}

/** What is reported about rows that were saved. */
function noted(running: Running, rows: readonly number[], note: RowProblem): RowError[] {
  const row = rows[note.place] ?? 0;
  const found = problemsOf(note, running, row + FIRST_ROW, running.record.rows[row] ?? []);
  return found.map((each) => ({ ...each, isSaved: true }));
}

/** None of the rows that belong together is saved when one is not; each says so, to be found among the failed ones. */
function withTheOthers({ sheet, record, positions }: Running, rows: number[], problems: RowError[]): RowError[] {
  const named = new Set(problems.map(({ row }) => row - FIRST_ROW));
  const headings = sharedHeadings(
    sheet,
    rows.map((row) => textsOf(sheet, positions, record.rows[row] ?? [])),
  );
  const others = rows.map((row, place) => ({ row, heading: headings[place] })).filter(({ row }) => !named.has(row));
  return [
    ...problems,
    ...others.map(({ row, heading }) => ({
      row: row + FIRST_ROW,
      column: '',
      value: '',
      reason: `NotSavedAlone:${heading}`,
    })),
  ];
}

/** The context of the import that a row belongs to, as the sheet receives it. */
const contextOf = ({ record, positions }: Running, note: ImportContext['note']): ImportContext => ({
  clientId: record.client_id ?? 0,
  options: record.options,
  uploadedAt: record.created_at,
  given: givenIn(positions),
  fileDigest: record.file_digest,
  note,
});

/** Where each problem is: rows that belong together are numbered from 0 by the sheet. */
function placed(running: Running, rows: readonly number[], problems: readonly unknown[]): RowError[] {
  return problems.flatMap((one) => {
    const row = rows[one instanceof RowProblem ? one.place : 0] ?? 0;
    return problemsOf(one, running, row + FIRST_ROW, running.record.rows[row] ?? []);
  });
}

async function importRow(running: Running, step: Step) {
  const { row: index } = step;
  const { open, actor, sheet, record, positions } = running;
  const scope = actorScope(actor);
  const rows = rowsAt(running, index);
  const passIn = (tx: Tx, problems: RowError[]) =>
    advancePastRow(tx, record.id, step, 0, withTheOthers(running, rows, problems));
  const pass = (problems: RowError[]) => open(scope, (tx) => passIn(tx, problems));
  if (!rows.length) {
    await pass([]);
    return;
  }
  const parsed = rows.map((row) => ({ row, ...parseRow(sheet, positions, record.rows[row] ?? []) }));
  const problems = parsed.flatMap((each) =>
    'problems' in each ? each.problems.map((problem) => ({ row: each.row + FIRST_ROW, ...problem })) : [],
  );
  if (problems.length) {
    await open(scope, async (tx) => {
      const others = await sheet.check?.(
        tx,
        contextOf(running, () => undefined),
        parsed,
      );
      await passIn(tx, [...problems, ...placed(running, rows, others ?? [])]);
    });
    return;
  }
  const values = parsed.map((each) => ('value' in each ? each.value : undefined));
  try {
    await open(scope, async (tx) => {
      if (!(await advancePastRow(tx, record.id, step, rows.length))) return;
      const notes: RowProblem[] = [];
      const context = contextOf(running, (about) => void notes.push(about));
      const saved = await sheet.save(tx, actor, context, values[0], values);
      if (saved) await recordSavedRow(tx, record.id, index + FIRST_ROW, rows.length, saved);
      if (notes.length)
        await addRowProblems(
          tx,
          record.id,
          notes.flatMap((note) => noted(running, rows, note)),
        );
    });
  } catch (error) {
    await pass(placed(running, rows, error instanceof RowProblems ? error.problems : [error]));
  }
}

/** Processes what is left of an import, with a transaction for each row. */
export async function continueImport(importer: Importer, sheet: ImportSheet, importId: number): Promise<void> {
  const { open, actor, findReasonToStop } = importer;
  const scope = actorScope(actor);
  const record = await open(scope, (tx) => readImport(tx, importId, actor.id));
  if (record?.state !== 'running') return;
  const positions = findColumns(sheet, record.headings);
  const texts = record.rows.map((cells) => textsOf(sheet, positions, cells));
  const named = sheet.identify;
  const records = named ? await open(scope, (tx) => named(tx, record.client_id ?? 0, texts)) : [];
  const groups = findGroups(sheet, texts, records);
  const running = { ...importer, sheet, record, positions, groups };
  let checkAt = record.next_row;
  for (let row = record.next_row, next = row; row < record.rows.length; row = next) {
    if (row >= checkAt) {
      checkAt = row + ROWS_BETWEEN_CHECKS;
      const reason = await findReasonToStop?.();
      if (reason) return open(scope, (tx) => failImport(tx, importId, reason));
    }
    next = rowAfter(running, row);
    await importRow(running, { row, next });
  }
  await open(scope, (tx) => finishImport(tx, importId));
}

/** Ends an import that an error stopped: it can be resumed from the row that was not saved. */
export async function failAtRow(open: Open, importId: number): Promise<void> {
  await open(staffScope, async (tx) => {
    const run = await readProgress(tx, importId, null);
    await failImport(tx, importId, `ImportStoppedAtRow:${(run?.done ?? 0) + FIRST_ROW}`);
  });
}

export interface ImportRequest {
  sheet: ImportSheet | undefined;
  file: Upload | undefined;
  /** What the upload names beside the file: the client, and the records that the sheet belongs to. */
  options: { client_id?: string | undefined } & Record<string, string | undefined>;
  idempotencyKey: string | undefined;
}

/** The records that the rows belong to, stored with the import; the client has its own column. */
const keptOptions = ({ client_id: _, ...options }: ImportRequest['options']): Record<string, string> =>
  Object.fromEntries(Object.entries(options).filter((entry): entry is [string, string] => Boolean(entry[1])));

/**
 * Whose rows they are: a client user's own whatever it sends, else the client named, else the working one. That there
 * is such a client is the database's to check (`imports_client_id_fkey`).
 */
function clientOf(actor: Actor, sheet: ImportSheet, named: string | undefined): number | null {
  if (sheet.ofCompany) return null;
  const clientId = actor.clientId === null && named ? Number(named) : workingClient(actor);
  if (!clientId) throw invalid('client_id', 'ClientIsRequired');
  return clientId;
}

interface QueuedImport {
  id: number;
  clientId: number | null;
  afterSeconds: number;
}

const queueImport = (tx: Tx, actor: Actor, { id, clientId, afterSeconds }: QueuedImport) =>
  recordEvent(tx, {
    kind: 'import.started',
    clientId,
    subjectId: id,
    payload: { user_id: actor.id, after_seconds: afterSeconds },
  });

/** An import that this user may resume or discard: an own one, and for a super user one of a disabled user. */
async function readManaged(tx: Tx, actor: Actor, importId: number): Promise<ImportRun> {
  const mayTakeOver = actor.is_su && (await isImportOfDisabled(tx, importId));
  const run = await readProgress(tx, importId, mayTakeOver ? null : actor.id);
  if (!run) throw notFound();
  return run;
}

/** Gives up the rest of a failed import; what was saved stays. */
export async function discardImport(tx: Tx, actor: Actor, importId: number): Promise<ImportRun> {
  const run = await readManaged(tx, actor, importId);
  if (!(await discardFailed(tx, importId))) throw invalid('state', 'ImportIsNotFailed');
  return (await readProgress(tx, importId, null)) ?? run;
}

/** Lets a failed import go on, as a job, from the row at which it stopped and as the user who resumes it. */
export async function resumeImport(
  tx: Tx,
  actor: Actor,
  sheets: readonly ImportSheet[],
  importId: number,
): Promise<ImportRun> {
  const run = await readManaged(tx, actor, importId);
  const sheet = sheets.find(({ type }) => type === run.type);
  if (!sheet || !mayCall(actor, sheet.access)) throw forbidden();
  const restarted = await restartImport(tx, importId, actor.id);
  if (restarted) await queueImport(tx, actor, { id: importId, clientId: restarted.client_id, afterSeconds: 0 });
  const current = await readProgress(tx, importId, actor.id);
  if (current?.state !== 'running') throw invalid('state', 'ImportIsNotFailed');
  return current;
}

/** Takes an upload: small ones are answered at once, large ones become a job that can be left alone. */
export async function startImport(importer: Importer, request: ImportRequest, log: Log): Promise<ImportRun> {
  const { open, actor } = importer;
  const { sheet, file } = request;
  if (!sheet) throw notFound();
  if (!mayCall(actor, sheet.access)) throw forbidden();
  if (!file) throw invalid('file', 'Required');
  const { headings, rows } = await readRows(sheet, file, actor.id);
  const isLarge = rows.length > IMPORT_ROWS_AT_ONCE;
  const scope = actorScope(actor);
  const importId = await open(scope, async (tx) => {
    const options = keptOptions(request.options);
    const clientId = sheet.ownerOf
      ? await sheet.ownerOf(tx, actor, options)
      : clientOf(actor, sheet, request.options.client_id);
    const id = await insertImport(tx, {
      clientId,
      userId: actor.id,
      userName: actor.name,
      type: sheet.type,
      options,
      fileName: file.name,
      headings,
      rows,
      fileDigest: file.digest,
      idempotencyKey: request.idempotencyKey ?? null,
    });
    if (!id) throw new Problem(409, outcome.keyReused);
    await queueImport(tx, actor, { id, clientId, afterSeconds: isLarge ? 0 : CUT_OFF_AFTER_SECONDS });
    return id;
  });
  if (!isLarge)
    await continueImport(importer, sheet, importId).catch(async (error: unknown) => {
      log.error({ err: error, import: importId }, 'an import was stopped by an error');
      await failAtRow(open, importId);
    });
  const run = await open(scope, (tx) => readProgress(tx, importId, actor.id));
  if (!run) throw notFound();
  return run;
}
