export { relationSheet } from './relations.import.ts';
export { relationsRoutes } from './relations.routes.ts';
export { findRelations } from './relations.view.ts';
