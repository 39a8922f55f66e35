import { api, PAPERS, paperEndpoints } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import { logoLoader } from '../../company/index.ts';
import { readCustomsGaps } from './customs-gaps.view.ts';
import { requestPrint, showPrintJob } from './print-jobs.ts';
import { printPapers, repeatPapers } from './print-papers.ts';

const { papers } = api;

export const papersRoutes = (tools: Tools): Binding[] => {
  const print = { clock: tools.clock, loadLogos: logoLoader(tools) };
  return [
    ...PAPERS.map((paper) =>
      bindStaged(paperEndpoints[paper], {
        run: (tx, { actor, query }) => printPapers(tx, actor, paper, query.ids, print),
        again: (tx, { actor, query }) => repeatPapers(tx, actor, paper, query.ids, print),
      }),
    ),
    bind(papers.customsGaps, (tx, { body }) => readCustomsGaps(tx, body.ids)),
    bind(papers.printMany, (tx, { actor, body }) => requestPrint(tx, actor, body, tools)),
    bind(papers.printJob, (tx, { actor, params }) => showPrintJob(tx, actor, params.id, tools.links)),
  ];
};
