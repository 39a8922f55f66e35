import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Tools } from '../../../platform/module.ts';
import { logoLoader } from '../../company/index.ts';
import { drawStatementPdf, drawStatementSheet } from '../statements/draw-statement.ts';
import { listReportClients } from './clients.view.ts';
import { runReport } from './run-report.ts';

export const billingReportsRoutes = (tools: Tools): Binding[] => {
  const print = { clock: tools.clock, loadLogos: logoLoader(tools) };
  return [
    bind(api.billingReports.clients, (tx) => listReportClients(tx)),
    bind(api.billingReports.run, (tx, { actor, body }) => runReport(tx, actor, body, print)),
    bind(api.statementDocuments.pdf, (tx, { actor, params, query }) =>
      drawStatementPdf(tx, actor, { ...params, version: query.version }, print),
    ),
    bind(api.statementDocuments.excel, (tx, { actor, params }) => drawStatementSheet(tx, actor, params, print)),
  ];
};
