import {
  IMPORT_ROWS_AT_ONCE,
  IMPORT_ROWS_MAX,
  type ImportProblem,
  type ImportRun,
  mayCall,
  outcome,
  sentence,
} from '@longshore/contract';
import { NotASpreadsheet, readSpreadsheet } from '../../documents/spreadsheet.ts';
import { type Actor, actorScope, workingClient } from '../../platform/auth/actor.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { Upload } from '../../platform/http/bind.ts';
import { type ConstraintProblems, problemOf } from '../../platform/http/failure.ts';
import { forbidden, invalid, notFound, Problem, refused } from '../../platform/http/problem.ts';
import {
  findColumns,
  findGroups,
  type ImportSheet,
  isBlank,
  parseRow,
  RowProblem,
  sharedHeadings,
  textsOf,
} from './import-sheet.ts';
import {
  clientExists,
  finishImport,
  type ImportRecord,
  insertImport,
  passRow,
  readImport,
  readProgress,
} from './imports.store.ts';

/** First data row of a sheet, as its reader counts them. */
const FIRST_ROW = 2;

async function readRows(sheet: ImportSheet, file: Upload) {
  const content = await readSpreadsheet(file.bytes, IMPORT_ROWS_MAX).catch((error: unknown) => {
    if (error instanceof NotASpreadsheet) throw refused(10005);
    throw error;
  });
  if (content.sheetCount !== 1) throw refused(11001);
  if (content.rows.length > IMPORT_ROWS_MAX) throw invalid('file', `TooMany:${IMPORT_ROWS_MAX}`);
  const positions = findColumns(sheet, content.headings);
  const first = Object.values(sheet.columns)[0]?.heading ?? '';
  if (Object.values(positions).every((position) => position < 0))
    throw refused(10005, `the first row must hold the headings, beginning with ${first}`);
  return content;
}

/** As whom rows are saved, and what a broken constraint means to the one who sent them. */
export interface Importer {
  open: Open;
  actor: Actor;
  constraints: ConstraintProblems;
}

interface Running extends Importer {
  sheet: ImportSheet;
  record: ImportRecord;
  positions: Record<string, number>;
  /** The rows that are saved together, for each of them. */
  groups: number[][];
}

function problemsOf(error: unknown, running: Running, row: number, cells: readonly string[]): ImportProblem[] {
  const { sheet, positions, constraints } = running;
  const cellOf = (field: string) => cells[positions[field] ?? -1] ?? '';
  if (error instanceof RowProblem)
    return [
      { row, column: sheet.columns[error.field]?.heading ?? '', value: cellOf(error.field), message: error.message },
    ];
  const problem = problemOf(error, constraints);
  if (problem && problem.status < 500) {
    const errors = problem.body.errors as Record<string, string[]> | undefined;
    if (!errors) return [{ row, column: '', value: '', message: problem.message }];
    return Object.entries(errors).flatMap(([path, list]) => {
      // A sheet is flat: `config.lot` is refused in the column of `lot`.
      const field = path.split('.').at(-1) ?? path;
      const column = sheet.columns[field]?.heading ?? path;
      return list.map((message) => ({ row, column, value: cellOf(field), message }));
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

/** None of the rows that belong together is saved when one is not; each says so, to be found among the failed ones. */
function withTheOthers(
  { sheet, record, positions }: Running,
  rows: number[],
  problems: ImportProblem[],
): ImportProblem[] {
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
      message: sentence(`NotSavedAlone:${heading}`),
    })),
  ];
}

async function importRow(running: Running, index: number) {
  const { open, actor, sheet, record, positions } = running;
  const scope = actorScope(actor);
  const rows = rowsAt(running, index);
  const pass = (problems: ImportProblem[]) =>
    open(scope, (tx) => passRow(tx, record.id, index, 0, withTheOthers(running, rows, problems)));
  if (!rows.length) {
    await pass([]);
    return;
  }
  const cellsOf = (row: number) => record.rows[row] ?? [];
  const parsed = rows.map((row) => ({ row, ...parseRow(sheet, positions, cellsOf(row)) }));
  const problems = parsed.flatMap((each) =>
    'problems' in each ? each.problems.map((problem) => ({ row: each.row + FIRST_ROW, ...problem })) : [],
  );
  if (problems.length) {
    await pass(problems);
    return;
  }
  const values = parsed.map((each) => ('value' in each ? each.value : undefined));
  try {
    await open(scope, async (tx) => {
      if (!(await passRow(tx, record.id, index, rows.length))) return;
      const { client_id, options, created_at: uploadedAt } = record;
      const context = { clientId: client_id ?? 0, options, uploadedAt, given: givenIn(positions) };
      await sheet.save(tx, actor, context, values[0], values);
    });
  } catch (error) {
    const row = rows[error instanceof RowProblem ? error.place : 0] ?? index;
    await pass(problemsOf(error, running, row + FIRST_ROW, cellsOf(row)));
  }
}

/** Works off what is left of an import, a transaction a row. */
export async function continueImport(importer: Importer, sheet: ImportSheet, importId: number): Promise<void> {
  const { open, actor } = importer;
  const scope = actorScope(actor);
  const record = await open(scope, (tx) => readImport(tx, importId, actor.id));
  if (!record || record.state === 'done') return;
  const positions = findColumns(sheet, record.headings);
  const texts = record.rows.map((cells) => textsOf(sheet, positions, cells));
  const named = sheet.identify;
  const records = named ? await open(scope, (tx) => named(tx, record.client_id ?? 0, texts)) : [];
  const groups = findGroups(sheet, texts, records);
  const running = { ...importer, sheet, record, positions, groups };
  for (let index = record.next_row; index < record.rows.length; index++) await importRow(running, index);
  await open(scope, (tx) => finishImport(tx, importId));
}

export interface ImportRequest {
  sheet: ImportSheet | undefined;
  file: Upload | undefined;
  options: Partial<Record<'client_id' | 'shipment_id' | 'count_id', string | undefined>>;
  idempotencyKey: string | undefined;
}

/** What the rows hang on, kept with the import; whose it is stands in a column of its own. */
const keptOptions = ({ client_id: _, ...options }: ImportRequest['options']): Record<string, string> =>
  Object.fromEntries(Object.entries(options).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Whose rows they are: a client user's own whatever it sends, else the client named, else the working one. */
async function clientOf(tx: Tx, actor: Actor, sheet: ImportSheet, named: string | undefined): Promise<number | null> {
  if (sheet.ofCompany) return null;
  const clientId = actor.clientId === null && named ? Number(named) : workingClient(actor);
  if (!clientId || !(await clientExists(tx, clientId))) throw invalid('client_id', 'ClientIsRequired');
  return clientId;
}

/** Takes an upload: small ones are answered at once, large ones become a job that can be left alone. */
export async function startImport(importer: Importer, request: ImportRequest): Promise<ImportRun> {
  const { open, actor } = importer;
  const { sheet, file } = request;
  if (!sheet) throw notFound();
  if (!mayCall(actor, sheet.access)) throw forbidden();
  if (!file) throw invalid('file', 'Required');
  const { headings, rows } = await readRows(sheet, file);
  const isLarge = rows.length > IMPORT_ROWS_AT_ONCE;
  const scope = actorScope(actor);
  const importId = await open(scope, async (tx) => {
    const clientId = await clientOf(tx, actor, sheet, request.options.client_id);
    const id = await insertImport(tx, {
      clientId,
      userId: actor.id,
      userName: actor.name,
      type: sheet.type,
      options: keptOptions(request.options),
      fileName: file.name,
      headings,
      rows,
      idempotencyKey: request.idempotencyKey ?? null,
    });
    if (!id) throw new Problem(409, outcome.keyReused);
    if (isLarge)
      await recordEvent(tx, { kind: 'import.started', clientId, subjectId: id, payload: { user_id: actor.id } });
    return id;
  });
  if (!isLarge) await continueImport(importer, sheet, importId);
  const run = await open(scope, (tx) => readProgress(tx, importId, actor.id));
  if (!run) throw notFound();
  return run;
}
