import type { Tools } from '../../../platform/module.ts';
import { logoLoader } from '../../company/index.ts';
import { printPapersJob, tidyPrintsJob } from './print-jobs.ts';

export { papersRoutes } from './papers.routes.ts';
export { keepsPrint } from './print-files.view.ts';
export { printSubscribers } from './print-jobs.ts';

export const papersJobs = (tools: Tools) => ({
  documents: { 'print-papers': printPapersJob({ ...tools, loadLogos: logoLoader(tools) }) },
  upkeep: { 'tidy-prints': tidyPrintsJob(tools) },
});
