import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { findClients } from './clients.view.ts';

export const clientsRoutes = (): Binding[] => [
  bind(api.clients.selector, (tx, { body }) => findClients(tx, body.search)),
];
