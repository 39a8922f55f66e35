import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import { offeredReports } from './offered-reports.view.ts';
import { runOperationReport } from './run-operation-report.ts';

export const operationReportsRoutes = ({ clock }: Tools): Binding[] => [
  bind(api.operationReports.list, async (_tx, { actor }) => offeredReports(actor)),
  bind(api.operationReports.run, (tx, call) => runOperationReport(tx, call, clock)),
];
