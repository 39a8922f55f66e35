import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import { markFavourite, unmarkFavourite } from './mark-favourite.ts';
import { offeredReports } from './offered-reports.view.ts';
import { runOperationReport } from './run-operation-report.ts';

export const operationReportsRoutes = ({ clock }: Tools): Binding[] => [
  bind(api.operationReports.list, (tx, { actor }) => offeredReports(tx, actor)),
  bind(api.operationReports.run, (tx, call) => runOperationReport(tx, call, clock)),
  bind(api.operationReports.addFavourite, (tx, { actor, params }) => markFavourite(tx, actor, params.name)),
  bind(api.operationReports.removeFavourite, (tx, { actor, params }) => unmarkFavourite(tx, actor, params.name)),
];
