import { invalid } from '../http/problem.ts';
import { module } from '../module.ts';
import { importFailed } from './imports.exceptions.ts';
import { importJob, importSubscribers } from './imports.jobs.ts';
import { importsRoutes } from './imports.routes.ts';

export const imports = module({
  name: 'imports',
  routes: importsRoutes,
  jobs: (tools) => ({ imports: { import: importJob(tools) } }),
  subscribers: importSubscribers,
  constraints: { imports_client_id_fkey: () => invalid('client_id', 'ClientIsRequired') },
  exceptions: [importFailed],
});
