import { module } from '../../platform/module.ts';
import { dashboardRoutes } from './dashboard.routes.ts';

export const reports = module({ name: 'reports', routes: dashboardRoutes });
