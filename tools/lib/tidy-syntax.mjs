import { parseSync } from '@swc/core';

/** @typedef {import('./tidy-rules.mjs').Finding} Finding */
/** @typedef {{ start: number, end: number }} Span counted in bytes, from 1 */
/** @typedef {{ type?: string, span: Span, spread?: Span } & Record<string, unknown>} Node */
/** @typedef {{ name: string, span: Span, statements: number, isTestCallback: boolean }} FunctionFound */
/** @typedef {{ owner?: FunctionFound, name?: string, isTestCallback?: boolean }} Place */

/** In a function's own body, blocks included. A function inside it has its own count. */
const STATEMENTS_MAX = 30;

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'SetterProperty',
]);
const DECLARATIONS = new Set(['ClassDeclaration', 'FunctionDeclaration', 'VariableDeclaration']);
const LITERALS = new Set(['ArrayExpression', 'ObjectExpression']);
const WRAPPERS = new Set(['ParenthesisExpression', 'TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression']);
/** A callback of these is a list of steps, and those may be many. */
const TEST_CALLS = new Set(['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'it', 'test']);

/**
 * The rules that need the syntax tree of a file: statements per function, and spreads.
 * @param {string} file
 * @param {string} text
 * @param {boolean} isTest
 * @returns {Finding[]}
 */
export function checkSyntax(file, text, isTest) {
  const bytes = Buffer.from(text);
  /** @param {Span} span */
  const lineOf = ({ start }) =>
    bytes
      .subarray(0, start - 1)
      .toString()
      .split('\n').length;
  const { functions, spreads } = readSyntax(file, text);
  const long = functions
    .filter(({ statements, isTestCallback }) => statements > STATEMENTS_MAX && !(isTest && isTestCallback))
    .map(({ name, span, statements }) => ({
      file,
      line: lineOf(span),
      what: `has ${statements} statements in ${name}`,
      use: `functions of at most ${STATEMENTS_MAX} statements, one for each thing that it does`,
    }));
  const packing = spreads.filter(packsValues).map(({ spread }) => ({
    file,
    line: lineOf(/** @type {Span} */ (spread)),
    what: 'packs values with a spread',
    use: 'one value per line, without the spread',
  }));
  return [...long, ...packing];
}

/** @param {string} file @param {string} text */
function parse(file, text) {
  const module = /\.tsx?$/.test(file)
    ? parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') })
    : parseSync(text, { syntax: 'ecmascript' });
  return /** @type {Node} */ (/** @type {unknown} */ (module));
}

/** @typedef {{ functions: FunctionFound[], spreads: Node[] }} Found */

/** @param {string} file @param {string} text */
function readSyntax(file, text) {
  /** @type {Found} */
  const found = { functions: [], spreads: [] };
  visit(parse(file, text), {}, found);
  return found;
}

/** @param {Node} node @param {Place} place @param {Found} found */
function visit(node, place, found) {
  if (isStatement(node) && place.owner) place.owner.statements++;
  if (node.spread) found.spreads.push(node);
  const name = nameOf(node) ?? place.name;
  const inside = {
    owner: FUNCTIONS.has(node.type ?? '') ? functionAt(node, { ...place, name }, found) : place.owner,
    name: keepsName(node) ? name : undefined,
    // An argument is wrapped in a node without a type.
    isTestCallback: node.type ? isTestCall(node) : place.isTestCallback,
  };
  for (const part of partsOf(node)) visit(part, inside, found);
}

/** @param {Node} node @param {Place} place @param {Found} found */
function functionAt({ span }, { name = 'a function', isTestCallback = false }, { functions }) {
  const made = { name, span, statements: 0, isTestCallback };
  functions.push(made);
  return made;
}

/** @param {Node} node @returns {Node[]} */
function partsOf(node) {
  // The head of a loop declares its variable; the loop is the statement.
  const isLoop = /^For/.test(node.type ?? '');
  return Object.keys(node)
    .filter((key) => !['span', 'spread'].includes(key) && !(isLoop && ['left', 'init'].includes(key)))
    .flatMap((key) => /** @type {Node | Node[]} */ (node[key]))
    .filter((part) => part !== null && typeof part === 'object');
}

/** @param {Node} node */
const isStatement = ({ type = '' }) =>
  DECLARATIONS.has(type) || (type.endsWith('Statement') && type !== 'BlockStatement' && type !== 'EmptyStatement');

/** The name that a declaration, a method or a property gives to a function. @param {Node} node */
function nameOf({ id, identifier, key }) {
  const name = /** @type {Node | undefined} */ (id ?? identifier ?? key)?.value;
  return typeof name === 'string' ? name : undefined;
}

/** What is called with a function does not give it its name. @param {Node} node */
const keepsName = ({ type = '' }) => type === 'VariableDeclarator' || type === 'KeyValueProperty' || WRAPPERS.has(type);

/** Whether it is `test(…)`, `test.each(…)(…)`, `describe.serial(…)` … @param {Node} node */
function isTestCall({ type, callee }) {
  let called = /** @type {Node | undefined} */ (type === 'CallExpression' ? callee : undefined);
  while (called && called.type !== 'Identifier')
    called = /** @type {Node | undefined} */ (called.object ?? called.callee ?? called.tag);
  return TEST_CALLS.has(String(called?.value));
}

/** Whether the spread is of a literal: that copies nothing, it only puts several values into a line. @param {Node} node */
function packsValues(node) {
  let value = /** @type {Node} */ (node.expression ?? node.arguments);
  while (WRAPPERS.has(value.type ?? '')) value = /** @type {Node} */ (value.expression);
  return LITERALS.has(value.type ?? '');
}
