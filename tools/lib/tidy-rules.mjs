import { checkSyntax } from './tidy-syntax.mjs';

/**
 * @typedef {{ file: string, line: number, what: string, use: string }} Finding
 * @typedef {{ pattern: RegExp, where: (file: string) => boolean, what: string, use: string, in?: 'code' | 'strings' | 'text' }} Ban
 */

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|^server\/test\/|^e2e\/|^tools\/test\//.test(file);
const isScript = (/** @type {string} */ file) => /\.(ts|tsx|mjs|cjs)$/.test(file);
const isTyped = (/** @type {string} */ file) => /\.tsx?$/.test(file);
const inServer = (/** @type {string} */ file) => file.startsWith('server/src/') && !isTest(file);
/** A partner's own words are declared with it, so that adding one touches no other folder. */
const isPartnerDeclaration = (/** @type {string} */ file) =>
  /^server\/src\/partners\/(?:[^/]+\/)?(?:index|words)\.ts$/.test(file);
/**
 * Code that shows words to people; the words themselves are in the text catalogue. Records of the demo and of its shops
 * are data.
 */
const showsTexts = (/** @type {string} */ file) =>
  isScript(file) &&
  !isTest(file) &&
  /^(server|web|contract)\/src\//.test(file) &&
  !/^contract\/src\/text\/|^server\/src\/(demo|sandbox)\//.test(file) &&
  !isPartnerDeclaration(file);
const inPlatform = (/** @type {string} */ file) => file.startsWith('server/src/platform/');
const inModules = (/** @type {string} */ file) => file.startsWith('server/src/modules/');

const isModuleIndex = (/** @type {string} */ file) => inModules(file) && file.endsWith('/index.ts');

/** @type {Ban[]} */
const bans = [
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(/,
    where: (file) => inServer(file) && !/^server\/src\/(platform|sandbox\/kit)\/clock\.ts$/.test(file),
    what: 'reads the clock directly',
    use: 'clock.now()',
  },
  {
    pattern: /\bMath\.random\(/,
    where: (file) => inServer(file) && !inPlatform(file),
    what: 'uses its own random source',
    use: 'ids',
  },
  {
    pattern: /\bconsole\./,
    where: (file) => inServer(file) && !/^server\/src\/(main\.ts|commands\/)/.test(file),
    what: 'prints instead of logging',
    use: 'log',
  },
  { pattern: /(:|\bas) any\b/, where: isTyped, what: 'disables type checking', use: 'unknown, or the type' },
  {
    pattern: /\}\s*=\s*api\s*[;,]/,
    where: (file) => /^web\/src\//.test(file) && !isTest(file),
    what: 'takes the API apart, so that a page loads the whole contract',
    use: 'api.orders.list where it is used',
  },
  { pattern: /\.(skip|only)\(/, where: isTest, what: 'skips tests', use: 'a test that runs' },
  {
    pattern: /\bparseFloat\(/,
    where: inServer,
    what: 'parses floats',
    use: 'Money or Quantity of the contract',
  },
  { pattern: /\.toFixed\(/, where: inServer, what: 'rounds floats', use: 'Money of the contract' },
  {
    pattern: /\.query(<[^()]*>)?\(\s*`[^`]*\$\{/,
    where: (file) => inServer(file) && !inPlatform(file) && !inModules(file),
    what: 'puts values into SQL text',
    use: 'the sql tag',
  },
  {
    pattern: /\.query(<[^()]*>)?\(\s*[`'"]/,
    where: (file) => inServer(file) && inModules(file),
    what: 'sends SQL without the tag',
    use: 'the sql tag',
    in: 'strings',
  },
  {
    pattern: /\btx\s*\.send\(/,
    where: (file) => /^(server|bench)\//.test(file) && isTyped(file) && file !== 'server/src/platform/database/sql.ts',
    what: 'sends SQL without the tag',
    use: 'the sql tag',
  },
  {
    pattern: /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+/,
    where: showsTexts,
    what: 'holds words of a language',
    use: 'a key of contract/src/text',
    in: 'strings',
  },
  {
    pattern: /\bRecord<Language\b|\bch: /,
    where: (file) =>
      inServer(file) && !isPartnerDeclaration(file) && file !== 'server/src/modules/channels/connector.ts',
    what: 'keeps a table of words by language',
    use: 'textFor(language) of the contract',
  },
  {
    pattern: /\b(?:from|join|into|update) (?:shipments|shipment_lines)\b/,
    where: (file) => inServer(file) && file.startsWith('server/src/modules/orders/'),
    what: 'queries tables of shipments',
    use: 'ShipmentsOfOrders, which shipments register',
  },
  {
    pattern: /from '[^']*\/http\/problem\.ts'/,
    where: (file) => inModules(file) && file.endsWith('.store.ts'),
    what: 'refuses a call in a store',
    use: 'the command, which decides',
    in: 'strings',
  },
  ...[
    /export[^;]*from\s*'[^']*\.store\.ts'/,
    /import[^;]*\b(\w+)\b[^;]*from '[^']*\.store\.ts';[\s\S]*export (\{[^}]*|const \w+ = )\b\1\b/,
  ].map((pattern) => ({
    pattern,
    where: isModuleIndex,
    what: 'exports a store',
    use: 'a view, a command or a type of the module',
    in: /** @type {const} */ ('strings'),
  })),
  {
    pattern: /\b(?:TO|FIX)(?:DO|ME)\b/,
    where: isScript,
    what: 'leaves work undone',
    use: 'do it, or an issue',
    in: 'text',
  },
];

/**
 * Checks one file without looking at others.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkFile(file, text) {
  const parts = { code: withoutCommentsAndStrings(text), strings: withoutComments(text), text };
  const found = bans.flatMap(({ pattern, where, what, use, in: place = 'code' }) =>
    where(file) ? linesOf(pattern, parts[place]).map((line) => ({ file, line, what, use })) : [],
  );
  if (isScript(file)) found.push(...checkSyntax(file, text, isTest(file)));
  if (file === 'package-lock.json') found.push(...registryHosts(file, text));
  if (/(^|\/)package\.json$/.test(file)) found.push(...inexactVersions(file, text));
  return found;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 */
function linesOf(pattern, text) {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => lineAt(text, index));
}

/**
 * @param {string} text
 * @param {number} index
 */
export const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/**
 * Replaces comments and strings by blanks and keeps the line numbers. Template literals stay: they can contain code.
 * @param {string} text
 */
export function withoutCommentsAndStrings(text) {
  const parts = /(`(?:\\.|[^`\\])*`)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g;
  return text.replace(parts, (part, template) => template ?? part.replace(/[^\n]/g, ' '));
}

/**
 * Blanks comments only.
 * @param {string} text
 */
function withoutComments(text) {
  const parts = /`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*)/g;
  return text.replace(parts, (part, comment) => (comment ? part.replace(/[^\n]/g, ' ') : part));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function registryHosts(file, text) {
  const use = 'npm install with the .npmrc of this repository';
  return linesOf(/"resolved": "https?:/, text).map((line) => ({ file, line, what: 'names a registry', use }));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function inexactVersions(file, text) {
  const manifest = JSON.parse(text);
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
  return groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => typeof version === 'string' && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => ({
      file,
      line: lineAt(text, text.indexOf(`"${name}": "${version}"`)),
      what: `${name} may become another version (${version})`,
      use: 'an exact version',
    }));
}
