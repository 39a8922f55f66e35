/** Run by Vitest before the server's tests: when run from source, the server needs the bundle of its worker. */
export { buildWorker as setup } from './build.mjs';
