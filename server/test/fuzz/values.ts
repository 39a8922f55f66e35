import type { Random } from '../simulation/random.ts';

/** The parts of JSON Schema that values are generated from. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  format?: string;
  example?: unknown;
}

const words = [
  'Sample',
  'ACME',
  'North',
  '你好',
  'ß',
  '10',
  'A-01',
  'x',
  'Zürich 😀',
  "O'Neil",
  '50 %',
  'a_b',
  'LOT-1',
];

function makeText(random: Random, shape: Shape, name: string): string {
  if (/email/.test(name)) return random.pick(['client@longshore.test', `u${random.below(1e6)}@fuzz.test`, 'x@y']);
  if (/password$/.test(name)) return random.pick(['longshore-demo', 'a long enough password']);
  if (/url|website|endpoint/.test(name))
    return random.pick(['https://example.test/a', 'ftp://example.test', 'http://[::1]/']);
  if (shape.format === 'date-time') return '2026-01-15T10:00:00.000Z';
  if (shape.format === 'date') return random.pick(['2026-01-15', '2024-02-29', '9999-12-31']);
  const text = random.below(3) ? random.pick(words) : `${random.pick(words)} ${random.below(1000)}`;
  return text.padEnd(shape.minLength ?? 0, 'e');
}

function makeNumber(random: Random, shape: Shape, name: string): number {
  // Small ids exist in the demo.
  if (/(^|_)id$|Id$/.test(name)) return 1 + random.below(30);
  const least = Math.max(shape.minimum ?? 0, -1e9);
  const number = least + random.below(random.pick([2, 20, 1000]));
  return shape.type === 'number' && random.below(3) === 0 ? number + 0.25 : number;
}

/** A value that the schema probably accepts. */
export function makeValue(random: Random, shape: Shape, name = ''): unknown {
  if (shape.example !== undefined && random.below(2)) return shape.example;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices?.length) return makeValue(random, random.pick(choices), name);
  if (shape.allOf?.[0]) return makeValue(random, shape.allOf[0], name);
  switch (shape.type) {
    case 'string':
      return makeText(random, shape, name);
    case 'boolean':
      return random.below(2) === 1;
    case 'integer':
    case 'number':
      return makeNumber(random, shape, name);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: (shape.minItems ?? 0) + random.below(3) }, () =>
        makeValue(random, shape.items ?? {}, name),
      );
    case 'object':
      return makeObject(random, shape);
    default:
      return random.pick<unknown>(['Sample', 1, null]);
  }
}

function makeObject(random: Random, shape: Shape): Record<string, unknown> {
  const fields = Object.entries(shape.properties ?? {}).filter(
    ([field]) => shape.required?.includes(field) || random.below(2),
  );
  const made = Object.fromEntries(fields.map(([field, inner]) => [field, makeValue(random, inner, field)]));
  if (typeof shape.additionalProperties === 'object' && random.below(2))
    made[random.pick(words)] = makeValue(random, shape.additionalProperties);
  return made;
}

const nested = (depth: number): unknown => (depth ? [nested(depth - 1)] : 1);

/** Values that break code that trusts its callers. */
export const hostileValues: readonly (() => unknown)[] = [
  () => ({ toString: 1 }),
  () => ({ toString: 1, valueOf: 1 }),
  () => ({ length: -1, trim: true }),
  () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'),
  () => [],
  () => [null, undefined, [[]]],
  () => Array.from({ length: 3000 }, (_, at) => at),
  () => nested(200),
  () => ({ a: { b: { c: { d: [] } } } }),
  () => null,
  () => true,
  () => '',
  () => ' ',
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => 'x\udfff',
  () => '\u202e\ufeff\u200b',
  () => 'x'.repeat(256),
  () => 'x'.repeat(70_000),
  () => '😀'.repeat(5000),
  () => '%',
  () => "'; drop table users; --",
  () => '\\',
  () => '{{n}}',
  () => 'NaN',
  () => '1e400',
  () => '-0',
  () => '0x10',
  () => '9999-99-99',
  () => '0000-00-00',
  () => '+292277026596-12-04',
  () => '2026-02-30T25:61:61Z',
  () => 0,
  () => -0,
  () => -1,
  () => 0.1 + 0.2,
  () => 1e-7,
  () => 2_147_483_647,
  () => 2_147_483_648,
  () => -2_147_483_649,
  () => Number.MAX_SAFE_INTEGER,
  () => 1e21,
  () => 1e308,
  () => -1e308,
];

export const hostile = (random: Random): unknown => random.pick(hostileValues)();

type Container = Record<string, unknown> | unknown[];
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The same value with something wrong at one place, at any depth. */
export function mutate(random: Random, value: unknown): unknown {
  if (!isContainer(value)) return hostile(random);
  const keys = Object.keys(value);
  const key = keys.length ? random.pick(keys) : undefined;
  if (key === undefined) return random.below(2) ? hostile(random) : value;
  const inner = (value as Record<string, unknown>)[key];
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  switch (random.below(6)) {
    case 0:
      delete copy[key];
      break;
    case 1:
      copy[random.pick(['__proto__ ', 'constructor', 'nobody_declared', key.toUpperCase()])] = hostile(random);
      break;
    case 2:
      copy[key] = isContainer(inner) ? mutate(random, inner) : [inner];
      break;
    case 3:
      copy[key] = isContainer(inner) ? mutate(random, inner) : String(inner);
      break;
    default:
      copy[key] = hostile(random);
  }
  return copy;
}
