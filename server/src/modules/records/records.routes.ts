import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { failedRows, importTemplate } from './import-files.ts';
import type { ImportSheet } from './import-sheet.ts';
import { readProgress } from './imports.store.ts';
import { resumeImport, startImport } from './run-import.ts';
import { deleteFilter, listSavedFilters, saveFilter } from './saved-filters.store.ts';
import { type Finder, searchEverything } from './search.ts';
import { listTraces } from './traces.ts';

export interface RecordKinds {
  sheets: readonly ImportSheet[];
  finders: readonly Finder[];
  constraints: ConstraintProblems;
  log: Log;
}

export function recordsRoutes({ sheets, finders, constraints, log }: RecordKinds): Binding[] {
  const sheetOf = (type: string) => sheets.find((sheet) => sheet.type === type);
  return [
    bind(api.records.traces, (tx, { query }) => listTraces(tx, query)),
    bind(api.records.savedFilters, (tx, { actor, params }) => listSavedFilters(tx, actor, params.page)),
    bind(api.records.saveFilter, (tx, { actor, body }) => saveFilter(tx, actor, body)),
    bind(api.records.deleteFilter, (tx, { actor, params }) => deleteFilter(tx, actor, params.id)),
    bind(api.records.search, (tx, { actor, body }) => searchEverything(tx, actor, finders, body.search)),
    bindStaged(api.records.importExcel, {
      each: (open, { actor, params, body, file, idempotencyKey }) =>
        startImport(
          { open, actor, constraints },
          { sheet: sheetOf(params.type), file, options: body, idempotencyKey },
          log,
        ),
      status: (run) => ('state' in run && run.state === 'running' ? 202 : 200),
    }),
    bind(api.records.importTemplate, async (_tx, { actor, params }) =>
      importTemplate(sheetOf(params.type), actor.lang),
    ),
    bind(api.records.importRun, async (tx, { actor, params }) => {
      const run = await readProgress(tx, params.id, actor.id);
      return run ?? Promise.reject(notFound());
    }),
    bindStaged(api.records.resumeImport, {
      run: (tx, { actor, params }) => resumeImport(tx, actor, sheets, params.id),
      status: () => 202,
    }),
    bind(api.records.importFailed, (tx, { actor, params }) => failedRows(tx, actor, params.id)),
  ];
}
