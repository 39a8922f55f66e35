import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export { lockItems, post, promise } from './ledger.store.ts';
export { putAwaySheet } from './plates/plates.import.ts';
export { platesRoutes } from './plates/plates.routes.ts';
export { plateUses } from './plates/plates.uses.ts';
export { findPlates } from './plates/plates.view.ts';
export { stockRoutes } from './stock.routes.ts';
export { stockChecks } from './stock-checks.ts';

/** Two at once: what each looked for was not there yet. */
export const stockConstraints: ConstraintProblems = {
  lots_number_key: () => invalid('lot', 'LotIsTaken'),
  licenses_license_key: () => refused(60002),
  stock_rows_client_id_license_id_fkey: () => refused(60001),
  movements_client_id_license_id_fkey: () => refused(60001),
};
