import { invalid } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { companyRoutes } from './company.routes.ts';
import { findCourierNames } from './couriers.view.ts';
import { keepsLogo } from './logo.ts';
import { copyCompanyLogoJob } from './logo-copy.ts';
import { eventParked } from './operations.exceptions.ts';
import { operationsRoutes } from './operations.routes.ts';
import { operationsSubscribers } from './retry-job.ts';

export { courierNamed, courierNames, nameOfCourier } from './couriers.view.ts';
export { addressOf } from './logo.ts';
export { type CopyTools, copyLogo, isUncopied, type LogoOwner, logoProblem, shownLogo } from './logo-copy.ts';
export { type LoadLogos, logoLoader } from './logo-loader.ts';
export { type Letterhead, readLetterhead, readTimezone } from './preferences.view.ts';
export { termExists } from './settings.view.ts';
export type { UsedAddress, UsedSetting, Uses } from './uses.ts';

const taken = () => invalid('name', 'NameIsTaken');

export const company = module({
  name: 'company',
  routes: (tools) => [...companyRoutes({ ...tools, uses: tools.registry.list('uses') }), ...operationsRoutes(tools)],
  jobs: (tools) => ({ partners: { 'copy-company-logo': copyCompanyLogoJob(tools) } }),
  schedules: [{ task: 'copy-company-logo', match: '41 2 * * *' }],
  startTasks: [{ task: 'copy-company-logo', payload: { saved: true } }],
  subscribers: {
    ...operationsSubscribers,
    'company.saved': [() => [{ task: 'copy-company-logo', payload: { saved: true }, key: 'company logo' }]],
  },
  constraints: {
    couriers_name_key: taken,
    taxes_name_key: taken,
    terms_name_key: taken,
    uoms_name_key: taken,
    packages_name_key: taken,
    couriers_client_id_fkey: () => invalid('client_id', 'ClientIsRequired'),
  },
  nameFinders: { couriers: findCourierNames },
  fileKeepers: [keepsLogo],
  exceptions: [eventParked],
});
