export { companyRoutes } from './company.routes.ts';
export { readTimezone } from './preferences.view.ts';
