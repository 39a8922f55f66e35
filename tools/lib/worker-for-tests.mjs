/** Run by Vitest before the server's tests: when run from source, the server needs the bundles of its workers. */
export { buildWorkers as setup } from './build.mjs';
