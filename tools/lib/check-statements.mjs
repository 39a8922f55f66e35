import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './run.mjs';
import { sitesOf } from './statement-sites.mjs';
import { describedBySource } from './statement-types.mjs';

/** @typedef {import('./statement-types.mjs').Described} Described */

const SOURCES = join(root, 'server/src');
/** A copy of the sources in which the compiler compares what is declared with what the database says. */
const CHECKED = join(root, 'server/.statements');

/** Executed by commands and the built server only, in processes of their own, which record nothing. */
const NOT_RECORDED = /^(commands|demo)\/|^platform\/upkeep\/durability-check\.ts$/;

/**
 * What the copies call. The problems are the types of the texts that the compiler then complains about.
 */
const CHECKS = `
type Problem<Row, Columns, Name extends keyof Row & string> = Name extends keyof Columns
  ? Columns[Name] extends [infer Value, infer IsNullable]
    ?
        | (IsNullable extends true ? (null extends Row[Name] ? never : \`\${Name} may be null\`) : never)
        | (Exclude<Row[Name], null | undefined> extends Value ? never : \`\${Name} is read as another type\`)
    : never
  : undefined extends Row[Name]
    ? never
    : \`\${Name} is not among the columns\`;
type Problems<Row, Columns> = { [Name in keyof Row & string]-?: Problem<Row, Columns, Name> }[keyof Row & string];

/** Compares a declared row with the columns that are answered: type and whether they may be null. */
export declare function comparedRow<Row, Columns>(
  isRight: [Problems<Row, Columns>] extends [never] ? true : Problems<Row, Columns>,
): (texts: TemplateStringsArray, ...values: readonly unknown[]) => Sql<Row>;

/** Compares a value with the type of its parameter. */
export declare function comparedValue<Type>(value: Type | Sql | null | undefined): unknown;
`;

/** @param {Described['columns']} columns */
const columnsType = (columns) =>
  `{ ${[...columns].map(([name, { type, isNullable }]) => `${JSON.stringify(name)}: [${type}, ${isNullable}]`).join('; ')} }`;

/**
 * The source with its statements compared. The replacements keep the lines, so that a message names the right one.
 * @param {string} text
 * @param {Map<string, Described>} described
 */
function withChecks(text, described) {
  /** @type {{ at: number, end: number, by: string }[]} */
  const edits = [];
  for (const { start, tagEnd, row, source, values } of sitesOf(text)) {
    const known = described.get(source);
    if (row && known?.isExecuted)
      edits.push({ at: start, end: tagEnd, by: `comparedRow<${row}, ${columnsType(known.columns)}>(true)` });
    for (const [index, { start: from, end }] of values.entries()) {
      const types = [...(known?.values[index] ?? [])];
      if (types.length !== 1) continue;
      edits.push({ at: from, end: from, by: `comparedValue<${types[0]}>(` }, { at: end, end, by: ')' });
    }
  }
  let result = text;
  for (const { at, end, by } of edits.sort((one, other) => other.at - one.at || other.end - one.end))
    result = result.slice(0, at) + by + result.slice(end);
  return result;
}

const isSource = (/** @type {string} */ name) => name.endsWith('.ts') && !name.endsWith('.test.ts');
const sourceFiles = () => readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();

/** @param {string} name */
const importOfChecks = (name) =>
  `import { comparedRow, comparedValue } from '${'../'.repeat(name.split('/').length - 1) || './'}platform/database/sql.ts';`;

/**
 * Where statements with a row type are that no test has executed.
 * @param {string} name
 * @param {string} text
 * @param {Map<string, Described>} described
 */
const notExecuted = (name, text, described) =>
  sitesOf(text)
    .filter(({ row, source }) => row && !described.get(source)?.isExecuted)
    .map(({ start }) => `server/src/${name}:${text.slice(0, start).split('\n').length}`);

/**
 * Writes a copy of the server in which the compiler compares each statement with what is known of it.
 * @param {Map<string, Described>} described
 */
function writeCopy(described) {
  cpSync(SOURCES, join(CHECKED, 'src'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  for (const name of sourceFiles()) {
    const text = readFileSync(join(SOURCES, name), 'utf8');
    const copy = withChecks(text, described);
    if (copy === text) continue;
    const own = name === 'platform/database/sql.ts' ? '' : importOfChecks(name);
    // On the first line, so that the others stay where they are.
    writeFileSync(join(CHECKED, 'src', name), `${own}${copy}`);
  }
  const tag = join(CHECKED, 'src/platform/database/sql.ts');
  writeFileSync(tag, readFileSync(tag, 'utf8') + CHECKS);
  const config = JSON.parse(readFileSync(join(root, 'server/tsconfig.json'), 'utf8'));
  config.extends = `../${config.extends}`;
  config.include = ['src'];
  config.compilerOptions = { ...config.compilerOptions, noUnusedLocals: false, noEmit: true };
  writeFileSync(join(CHECKED, 'tsconfig.json'), JSON.stringify(config));
}

/**
 * Compares every statement of the server with the migrated database, by what the tests have executed: the declared
 * columns, whether they may be null, and the types of the values.
 * @param {string} folder where the tests have recorded their statements
 */
export async function checkStatements(folder) {
  const described = describedBySource(folder);
  rmSync(CHECKED, { recursive: true, force: true });
  try {
    writeCopy(described);
    await run(bin('tsc'), ['-p', join(CHECKED, 'tsconfig.json'), '--pretty', 'false']);
    const unseen = sourceFiles()
      .filter((name) => !NOT_RECORDED.test(name))
      .flatMap((name) => notExecuted(name, readFileSync(join(SOURCES, name), 'utf8'), described));
    if (unseen.length)
      console.log(`No test executed these statements, so their types were not compared:\n${unseen.join('\n')}`);
  } finally {
    if (!process.env.STATEMENTS_KEEP) rmSync(CHECKED, { recursive: true, force: true });
  }
}
