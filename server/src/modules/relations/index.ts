import { module } from '../../platform/module.ts';
import { relationChecks } from './relation-checks.ts';
import { relationOwner } from './relation-owner.ts';
import { relationSheet } from './relations.import.ts';
import { relationsRoutes } from './relations.routes.ts';
import { relationUses } from './relations.uses.ts';
import { countRelations, findRelationNames, findRelations } from './relations.view.ts';

export { closestTo } from './closest-name.ts';
export { findRelationsNamed, readRelation } from './relations.view.ts';
export { addAddress, withCountry } from './save-address.ts';
export { createRelation } from './save-relation.ts';

export const relations = module({
  name: 'relations',
  routes: relationsRoutes,
  sheets: [relationSheet],
  finders: { relations: findRelations },
  nameFinders: { relations: findRelationNames },
  owners: { Relation: relationOwner },
  uses: [relationUses],
  statistics: { relation_count: countRelations },
  checks: relationChecks,
});
