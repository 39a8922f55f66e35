import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../http/bind.ts';
import { notFound } from '../http/problem.ts';
import type { Tools } from '../module.ts';
import { failedRows, importTemplate } from './import-files.ts';
import { readFailedOfDisabled, readProgress } from './imports.store.ts';
import { discardImport, resumeImport, startImport } from './run-import.ts';

export function importsRoutes({ registry, log }: Pick<Tools, 'registry' | 'log'>): Binding[] {
  const sheets = registry.list('sheets');
  const constraints = registry.table('constraints');
  const sheetOf = (type: string) => sheets.find((sheet) => sheet.type === type);
  return [
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
    bind(api.records.discardImport, (tx, { actor, params }) => discardImport(tx, actor, params.id)),
    bind(api.records.failedImportsOfUser, async (tx, { params }) => {
      const runs = await readFailedOfDisabled(tx, params.id);
      return runs ?? Promise.reject(notFound());
    }),
    bind(api.records.importFailed, (tx, { actor, params }) => failedRows(tx, actor, params.id)),
  ];
}
