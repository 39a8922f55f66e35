import type { Tools } from '../../../platform/module.ts';
import { logoLoader } from '../../company/index.ts';
import { printPapersJob, tidyPrintsJob } from './print-jobs.ts';

export { assertMayRepeatCartons, countCartonPrints } from './count-prints.ts';
export { papersRoutes } from './papers.routes.ts';
export { readPaperShipments } from './papers.view.ts';
export { keepsPrint } from './print-files.view.ts';
export { printSubscribers } from './print-jobs.ts';
export { logosOf, type PrintTools, stationeryOf } from './print-papers.ts';

export const papersJobs = (tools: Tools) => ({
  documents: { 'print-papers': printPapersJob({ ...tools, loadLogos: logoLoader(tools) }) },
  upkeep: { 'tidy-prints': tidyPrintsJob(tools) },
});
