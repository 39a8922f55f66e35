export { relationOwner } from './relation-owner.ts';
export { relationSheet } from './relations.import.ts';
export { relationsRoutes } from './relations.routes.ts';
export { relationUses } from './relations.uses.ts';
export { countRelations, findRelations } from './relations.view.ts';
