import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { readDashboard } from './dashboard.view.ts';

export const dashboardRoutes = (): Binding[] => [
  bind(api.dashboard.get, (tx, { actor, query }) => readDashboard(tx, actor, query.period)),
];
