/** Run by Vitest before the server's tests: from source, the server has no bundle beside it to take its worker from. */
export { buildWorker as setup } from './build.mjs';
