import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { type Counters, readStatistics } from './client-statistics.view.ts';
import { clientListSql, findClients, readClient } from './clients.view.ts';
import { createClientByHand, saveClient } from './save-client.ts';

const { clients } = api;

export const clientsRoutes = ({ statistics }: { statistics: Counters }): Binding[] => [
  bind(clients.list, (tx, call) => serveList(tx, clientListSql, call)),
  bind(clients.get, (tx, { params }) => readClient(tx, params.id)),
  bind(clients.create, (tx, { actor, body }) => createClientByHand(tx, actor, body)),
  bind(clients.update, (tx, { actor, params, body }) => saveClient(tx, actor, params.id, body)),
  bind(clients.statistics, (tx, { params }) => readStatistics(tx, statistics, params.id)),
  bind(clients.selector, (tx, { body }) => findClients(tx, body.search, body.id)),
];
