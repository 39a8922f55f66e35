/** @typedef {{ version?: string, link?: boolean, resolved?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Entry */
/** @typedef {{ packages: Record<string, Entry> }} Lock */

/**
 * Whether node_modules holds what the lock file names, by the list that npm writes there when it has installed
 * everything. npm removes the list together with the folder, so an installation that was cut off has none; somebody
 * who ran npm by hand has one too. Packages of other platforms are optional, and it is not known which of them fit.
 * @param {'app' | 'all'} what
 * @param {Lock} lock
 * @param {Lock | undefined} installed
 */
export function isComplete(what, lock, installed) {
  if (!installed) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.optional || wanted.devOptional) return true;
    if (what === 'app' && wanted.dev) return true;
    const found = installed.packages[path];
    return wanted.link ? found?.link && found.resolved === wanted.resolved : found?.version === wanted.version;
  });
}

/**
 * Whether packages of tests and checks are installed.
 * @param {Lock | undefined} installed
 */
export const hasTools = (installed) => Object.values(installed?.packages ?? {}).some(({ dev }) => dev);
