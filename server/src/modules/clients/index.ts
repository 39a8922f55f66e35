export { clientsRoutes } from './clients.routes.ts';
export { clientOfNew, createClient } from './clients.store.ts';
