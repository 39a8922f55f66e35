import type { Plugin } from 'vite';

type Files = ReadonlyMap<string, readonly string[]>;

/** The first import cycle among files of the build, as the names along it; undefined when there is none. */
export function findImportCycle(files: Files): string[] | undefined {
  const finished = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (finished.has(name)) return undefined;
    for (const imported of files.get(name) ?? []) {
      const cycle = walk(imported, [...way, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  for (const name of files.keys()) {
    const cycle = walk(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * Modules without an import cycle can still form one as files of the build, when a group takes some of them. Which file
 * runs first then depends on the page that was opened, and on one of them a value is not there yet: the build is
 * refused instead.
 */
export const refuseImportCycles = (): Plugin => ({
  name: 'import-cycles',
  generateBundle(_options, bundle) {
    const files = new Map<string, readonly string[]>();
    for (const file of Object.values(bundle)) if (file.type === 'chunk') files.set(file.fileName, file.imports);
    const cycle = findImportCycle(files);
    if (cycle) this.error(`these files import each other (web/chunks.ts): ${cycle.join(' → ')}`);
  },
});
