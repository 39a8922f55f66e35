import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import type { Tools } from '../../platform/module.ts';
import { readDashboard } from './dashboard.view.ts';
import { readCounters } from './work-counts.view.ts';

export const dashboardRoutes = ({ registry }: Tools): Binding[] => [
  bind(api.dashboard.get, (tx, { actor, query }) => readDashboard(tx, actor, query, registry)),
  bind(api.dashboard.counters, (tx, { actor }) => readCounters(tx, actor, registry)),
];
