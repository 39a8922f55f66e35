import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid } from '../../platform/http/problem.ts';

export { companyRoutes } from './company.routes.ts';
export { keepsLogo } from './logo.ts';
export { operationsRoutes } from './operations.routes.ts';
export { readLetterhead, readTimezone } from './preferences.view.ts';
export { operationsSubscribers } from './retry-job.ts';
export type { UsedSetting, Uses } from './uses.ts';

const taken = () => invalid('name', 'NameIsTaken');

export const companyConstraints: ConstraintProblems = {
  couriers_name_key: taken,
  taxes_name_key: taken,
  terms_name_key: taken,
  uoms_name_key: taken,
  packages_name_key: taken,
  couriers_client_id_fkey: () => invalid('client_id', 'ClientIsRequired'),
};
