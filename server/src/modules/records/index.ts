export { type ImportSheet, importSheet, RowProblem } from './import-sheet.ts';
export { serveList } from './list-sheet.ts';
export { importJob, importSubscribers } from './records.jobs.ts';
export { type RecordKinds, recordsRoutes } from './records.routes.ts';
export type { Finder } from './search.ts';
export { changesBetween, trace } from './traces.ts';
