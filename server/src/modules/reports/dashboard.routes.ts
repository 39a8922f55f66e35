import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { readDashboard } from './dashboard.view.ts';
import { readCounters } from './work-counts.view.ts';

export const dashboardRoutes = (): Binding[] => [
  bind(api.dashboard.get, (tx, { actor, query }) => readDashboard(tx, actor, query)),
  bind(api.dashboard.counters, (tx, { actor }) => readCounters(tx, actor)),
];
