import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('../../server/test/recorded-statements.ts').RecordedStatement} RecordedStatement */
/** @typedef {import('../../server/test/recorded-statements.ts').DescribedTypes} DescribedTypes */

/**
 * What the tests and the database say of a statement in the sources.
 * @typedef {object} Described
 * @property {Map<string, { type: string, isNullable: boolean }>} columns what each column is read as
 * @property {Set<string>[]} values what each value is sent as
 * @property {boolean} isExecuted whether it was executed itself, not only as a part of another
 */

/** What a column of a type is read as (platform/database/pools.ts), and what a parameter of it may be given as. */
const NUMBERS = ['smallint', 'integer', 'bigint', 'real', 'double precision'];

/** @param {string} type */
function readAs(type) {
  if (NUMBERS.includes(type)) return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'bytea') return 'Buffer';
  if (type === 'void' || type === 'interval' || type.startsWith('json') || type.startsWith('record')) return 'any';
  if (type.endsWith('[]'))
    return ['integer[]', 'smallint[]'].includes(type) ? 'number[]' : type === 'text[]' ? 'string[]' : 'any';
  return 'string';
}

/** @param {string} type @returns {string} */
function givenAs(type) {
  if (type.endsWith('[]')) return `readonly (${givenAs(type.slice(0, -2))} | null)[]`;
  // Digits that somebody scanned may be more than a number holds.
  if (type === 'bigint') return 'number | string';
  if (NUMBERS.includes(type)) return 'number';
  if (type === 'numeric') return 'number | string';
  if (type === 'boolean') return 'boolean';
  if (type === 'bytea') return 'Uint8Array';
  if (type.startsWith('timestamp') || type === 'date') return 'string | Date';
  return 'string';
}

/** @param {string} folder @returns {{ statements: RecordedStatement[], catalogue: DescribedTypes }} */
function readRecords(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter(Boolean);
  return {
    statements: lines.map((line) => JSON.parse(line)),
    catalogue: JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')),
  };
}

/** By the source of each statement and part. @param {string} folder @returns {Map<string, Described>} */
export function describedBySource(folder) {
  const { statements, catalogue } = readRecords(folder);
  const notNull = new Set(catalogue.notNull);
  /** @type {Map<string, Described>} */
  const found = new Map();
  /** @param {string} source */
  const at = (source) => {
    const known = found.get(source) ?? { columns: new Map(), values: [], isExecuted: false };
    found.set(source, known);
    return known;
  };
  for (const { source, text, parameters, columns } of statements) {
    const described = at(source);
    described.isExecuted = true;
    for (const { name, type, table, column, wasNull } of columns) {
      const isNullable = wasNull || (table !== 0 && !notNull.has(`${table}.${column}`));
      addColumn(described, name, readAs(catalogue.types[type] ?? 'unknown'), isNullable);
    }
    for (const [index, type] of (catalogue.parameters[text] ?? []).entries()) {
      const written = parameters[index];
      if (written) addValue(at(written.source), written.at, givenAs(type));
    }
  }
  return found;
}

/** @param {Described} described @param {string} name @param {string} type @param {boolean} isNullable */
function addColumn({ columns }, name, type, isNullable) {
  const before = columns.get(name);
  columns.set(name, {
    type: before && before.type !== type ? `${before.type} | ${type}` : type,
    isNullable: isNullable || (before?.isNullable ?? false),
  });
}

/** @param {Described} described @param {number} place @param {string} type */
function addValue({ values }, place, type) {
  const known = values[place] ?? new Set();
  known.add(type);
  values[place] = known;
}
