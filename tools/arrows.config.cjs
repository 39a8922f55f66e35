/**
 * The arrows of ARCHITECTURE.md. Every rule here has a seeded violation in fixtures/arrows, which arrows.mjs demands
 * to be found.
 *
 *   web/app → web/features → web/ui, web/lib → contract
 *   server/app → partners → modules → platform → documents (spreadsheets) → contract
 *   server/sandbox → nothing
 */

/** In dependency order: a module imports only from earlier ones. */
const modules = [
  'records',
  'accounts',
  'company',
  'clients',
  'relations',
  'inventory',
  'locations',
  'stock',
  'orders',
  'shipments',
  'billing',
  'channels',
  'shipping',
  'floor',
  'exceptions',
  'reports',
];

/** Tests may import anything of their own workspace; all other files follow the arrows. */
const tests = '(\\.test\\.tsx?$|^server/test/)';
const serverTop = '^server/src/(main\\.ts|app\\.ts|commands/)';

/** A rule against imports from one place into another. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...from },
  to,
});

const notFrom = (...places) => [tests, ...places].join('|');

/** A folder of neighbours that see each other only through index.ts, and only those before them in the list. */
const neighbours = (name, folder) => [
  forbid(
    `${name}-by-index`,
    'A neighbour is reached only through its index.ts.',
    { path: `^${folder}/([^/]+)/` },
    { path: `^${folder}/[^/]+/(?!index\\.tsx?$)`, pathNot: `^${folder}/$1/` },
  ),
  ...modules
    .slice(0, -1)
    .map((module, place) =>
      forbid(
        `${name}-order`,
        'Only an earlier module in the list may be imported; the other way is an event.',
        { path: `^${folder}/${module}/` },
        { path: `^${folder}/(${modules.slice(place + 1).join('|')})/` },
      ),
    ),
];

module.exports = {
  forbidden: [
    forbid('cycle', 'Files that need each other are one file, or lack a third.', {}, { circular: true }),
    // The address of a file in a package, which the bundler finds, is no code.
    forbid(
      'unresolved',
      'An import that is not found hides arrows.',
      {},
      { couldNotResolve: true, pathNot: '\\?url$' },
    ),
    forbid(
      'contract-needs-zod-only',
      'The contract is pure data for both sides.',
      { path: '^contract/src/' },
      { pathNot: '^contract/src/|(^|/)node_modules/zod/' },
    ),
    forbid(
      'server-knows-no-web',
      'The halves meet in the contract.',
      { path: '^server/' },
      { path: '^(web|e2e|bench)/' },
    ),
    forbid(
      'web-knows-no-server',
      'The halves meet in the contract.',
      { path: '^web/' },
      { path: '^(server|e2e|bench)/' },
    ),

    forbid(
      'server-top',
      'app.ts is where everything meets; nobody imports it back.',
      { path: '^server/', pathNot: notFrom(serverTop) },
      { path: serverTop },
    ),
    forbid(
      'top-by-role',
      'The top binds routes and jobs and calls index.ts; stores, views and commands stay inside their module.',
      { path: serverTop },
      { path: '^server/src/modules/', pathNot: '/index\\.ts$|\\.(routes|jobs)\\.ts$' },
    ),
    forbid(
      'partners-by-index',
      'A partner calls a module through its index.ts.',
      { path: '^server/src/partners/' },
      { path: '^server/src/modules/[^/]+/(?!index\\.ts$)' },
    ),
    forbid(
      'partners-are-above',
      'Modules, documents and platform never know a partner.',
      { path: '^server/src/(modules|documents|platform)/' },
      { path: '^server/src/partners/' },
    ),
    forbid(
      'modules-are-above',
      'Documents and platform hold no business.',
      { path: '^server/src/(documents|platform)/' },
      { path: '^server/src/modules/' },
    ),
    forbid(
      'documents-are-below',
      'Data in, bytes out: documents need nothing of the platform.',
      { path: '^server/src/documents/' },
      { path: '^server/src/platform/' },
    ),
    forbid(
      'platform-draws-sheets-only',
      'Lists and imports are spreadsheets; every other document knows the business.',
      { path: '^server/src/platform/' },
      { path: '^server/src/documents/(?!spreadsheet|draw\\.ts$|row-file\\.ts$|zone-clock\\.ts$)' },
    ),
    forbid(
      'sandbox-knows-nobody',
      'The partners are imitated from their documents: code shared with our clients would share their mistakes.',
      { path: '^server/src/sandbox/' },
      { path: '^(server/src/(?!sandbox/)|contract/)' },
    ),
    forbid(
      'sandbox-is-a-bundle',
      'The demo and tests load its bundle; an import would put it into the server.',
      { path: '^server/src/(?!sandbox/)' },
      { path: '^server/src/sandbox/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'module-in-list',
      'A new module takes its place in the list of tools/arrows.config.cjs.',
      {},
      { path: `^server/src/modules/(?!(${modules.join('|')})/)` },
    ),
    ...neighbours('module', 'server/src/modules'),

    forbid(
      'web-app-is-above',
      'Features, ui and lib do not know the shell around them.',
      { path: '^web/src/(features|ui|lib)/' },
      { path: '^web/src/(app/|main\\.tsx$)' },
    ),
    forbid(
      'features-are-above',
      'The design system and the library hold no business.',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/features/' },
    ),
    forbid(
      'lib-draws-nothing',
      'ui may use lib, not the reverse.',
      { path: '^web/src/lib/' },
      { path: '^web/src/ui/' },
    ),
    forbid(
      'feature-in-list',
      'A feature carries the name of its server module, so that its arrows are checked.',
      {},
      { path: `^web/src/features/(?!(${modules.join('|')})/)` },
    ),
    ...neighbours('feature', 'web/src/features'),
  ],
  options: {
    // Without @swc/core nothing here can read TypeScript 7 and every rule passes on 0 modules: arrows.mjs looks at
    // that.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
};
