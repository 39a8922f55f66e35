import { api } from '@longshore/contract';
import { type Actor, workingClient } from '../../../platform/auth/actor.ts';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Tools } from '../../../platform/module.ts';
import { listClosedStatements, readClosedStatement } from '../../billing/index.ts';
import { logoLoader } from '../../company/index.ts';
import { drawClosedStatementPdf } from './draw-statement.ts';

const { clientStatements } = api;

function clientOf(actor: Actor): number {
  const clientId = workingClient(actor);
  if (clientId === null) throw notFound();
  return clientId;
}

export const clientStatementsRoutes = (tools: Tools): Binding[] => {
  const print = { clock: tools.clock, loadLogos: logoLoader(tools) };
  return [
    bind(clientStatements.list, (tx, { actor }) => listClosedStatements(tx, clientOf(actor))),
    bind(clientStatements.get, (tx, { actor, params }) => readClosedStatement(tx, clientOf(actor), params.month)),
    bind(clientStatements.pdf, (tx, { actor, params }) =>
      drawClosedStatementPdf(tx, actor, { clientId: clientOf(actor), month: params.month }, print),
    ),
  ];
};
