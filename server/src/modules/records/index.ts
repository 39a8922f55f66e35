export { fileSubscribers, tidyFileJob } from './files.jobs.ts';
export { columnNotes } from './import-files.ts';
export {
  type CellTexts,
  type ImportContext,
  type ImportSheet,
  idCell,
  importSheet,
  RowProblem,
  sheetColumn,
  withWhatStays,
} from './import-sheet.ts';
export { serveList } from './list-sheet.ts';
export type { OwnerKind, OwnerKinds } from './owners.ts';
export { panelsRoutes } from './panels.routes.ts';
export { plainResource } from './plain-resource.ts';
export { importJob, importSubscribers } from './records.jobs.ts';
export { type RecordKinds, recordsRoutes } from './records.routes.ts';
export type { Finder } from './search.ts';
export { type Change, changesBetween, changesUnder, trace, withNames } from './traces.ts';
