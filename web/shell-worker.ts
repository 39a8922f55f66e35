import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('src/app/shell.worker.ts', import.meta.url));
/** The files of `public` that every page needs. Their names stay the same when their content changes. */
const PUBLIC = ['color-scheme.js', 'logo.svg', 'manifest.webmanifest'];
/** Both languages use these fonts; for other letters the device has its own. */
const isNeeded = (name: string) => /^assets\/.*(\.js|\.css|-latin-[^/]*\.woff2)$/.test(name);
/** The code that reads barcodes from the camera: most devices have a scanner, and never load it. */
const isKeptOnUse = (name: string) => /^assets\/.*\.wasm$/.test(name);

/**
 * Builds the service worker as `sw.js`, with the list of what it keeps: all code and styles, since the work at hand may
 * need any screen, and what it keeps once it was used. Its version is that of these files, so that it changes whenever
 * one of them does.
 */
export const shellWorker = (): Plugin => ({
  name: 'shell-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const assets = Object.keys(bundle).filter(isNeeded).sort();
    const onUse = Object.keys(bundle).filter(isKeptOnUse).sort();
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    // The last one imports all others, also those that are loaded later: its name is that of the version.
    const script = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].at(-1)?.[1];
    if (!script) return this.error('The page has no script');
    const hash = createHash('sha256').update(assets.join('\n'));
    for (const name of [...PUBLIC, 'index.html']) hash.update(readFileSync(join(dir, name)));
    const shell = {
      version: hash.digest('hex').slice(0, 12),
      files: [...PUBLIC, ...assets].map((name) => `/${name}`),
      onUse: onUse.map((name) => `/${name}`),
      script,
    };
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { SHELL: JSON.stringify(shell) },
      build: {
        target: 'es2023',
        outDir: dir,
        emptyOutDir: false,
        sourcemap: true,
        rolldownOptions: { input: WORKER, output: { format: 'iife', entryFileNames: 'sw.js' } },
      },
    });
  },
});
