import { describe, expect, test } from 'vitest';
import {
  type Condition,
  formatListQuery,
  type ListQuery,
  OPERATORS,
  parseListQuery,
  readListQuery,
} from './list-query.ts';

/** The same numbers in every run: a failure can be looked at again. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return { below, pick, maybe: () => next() < 0.5 };
}

const marks = [
  'a',
  'Z',
  '0',
  ' ',
  '+',
  '%',
  '&',
  '=',
  '[',
  ']',
  '#',
  '?',
  '/',
  '\\',
  '"',
  "'",
  '<',
  'é',
  '你',
  '😀',
  ';',
  '%20',
];
const fields = ['name', 'updated_at', 'is_active', 'client_id', 'sku', '__proto__', 'constructor'];

function randomQuery(seed: number): ListQuery {
  const { below, pick, maybe } = seeded(seed);
  const text = () => Array.from({ length: 1 + below(8) }, () => pick(marks)).join('');
  const some = <Value>(value: () => Value) =>
    Object.fromEntries(Array.from({ length: 1 + below(3) }, () => [pick(fields), value()]));
  const query: ListQuery = {};
  if (maybe()) query.on_page = 1 + below(1000);
  if (maybe()) query.per_page = 1 + below(100);
  if (maybe()) query.search = text();
  if (maybe()) query.order_by = some(() => pick(['asc', 'desc'] as const));
  if (maybe()) query.filter_by = some(() => Array.from({ length: below(3) }, text));
  if (maybe())
    query.query = Array.from(
      { length: 1 + below(4) },
      (): Condition => ({
        relation: pick(['', 'lines', 'addresses']),
        field: pick(fields),
        operator: pick(OPERATORS),
        value: maybe() ? text() : '',
        join: pick(['AND', 'OR']),
      }),
    );
  if (maybe()) query.advanced = true;
  return query;
}

describe('the list query', () => {
  test('comes back as it was written, as a query string and as a segment of an address', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const query = randomQuery(seed);
      const text = formatListQuery(query);
      expect(parseListQuery(text), `seed ${seed}`).toEqual(query);
      expect(parseListQuery(decodeURIComponent(encodeURIComponent(text))), `seed ${seed}`).toEqual(query);
    }
  });

  test('is read as the specification writes it', () => {
    const text =
      'on_page=1&per_page=15&search=abc&order_by[updated_at]=desc&filter_by[is_active]=1,0&query[0][relation]=&query[0][field]=sku&query[0][operator]=contain&query[0][value]=AB&query[0][join]=AND&advanced=yes';
    const query = {
      on_page: 1,
      per_page: 15,
      search: 'abc',
      order_by: { updated_at: 'desc' },
      filter_by: { is_active: ['1', '0'] },
      query: [{ relation: '', field: 'sku', operator: 'contain', value: 'AB', join: 'AND' }],
      advanced: true,
    };
    expect(parseListQuery(text)).toEqual(query);
    expect(formatListQuery(parseListQuery(text))).toBe(text);
  });

  test.each<[string, ListQuery]>([
    ['', {}],
    ['?', {}],
    ['nonsense&=&&a=b', {}],
    ['on_page=-1', { on_page: Number.NaN }],
    ['per_page=1e3', { per_page: Number.NaN }],
    ['per_page=99999999999', { per_page: Number.NaN }],
    ['order_by[name]=sideways', {}],
    ['order_by=name', {}],
    ['order_by[NAME]=DESC', { order_by: { NAME: 'desc' } }],
    ['filter_by[a]=', { filter_by: { a: [] } }],
    ['filter_by[a][b]=1', { filter_by: { a: ['1'] } }],
    ['query[x][field]=a', {}],
    ['query[-1][field]=a', {}],
    ['query[20][field]=a', {}],
    ['query[1000000000][field]=a', {}],
    ['query[0][unknown]=a', { query: [{ relation: '', field: '', operator: '=', value: '', join: 'AND' }] }],
    [
      'query[3][field]=a&query[3][join]=or',
      { query: [{ relation: '', field: 'a', operator: '=', value: '', join: 'OR' }] },
    ],
    ['%E0%A4%A=%&search=%E0%A4%A', { search: '\ufffd%A' }],
    ['advanced=no', { advanced: false }],
  ])('%s', (text, query) => {
    expect(parseListQuery(text)).toEqual(query);
  });

  test.each<[string, Record<string, string[]>]>([
    ['order_by[name]=sideways', { 'order_by.name': ['UnknownSortDirection:sideways'] }],
    ['order_by[name]=ASC', {}],
    ['query[19][field]=a', {}],
    ['query[20][field]=a', { 'query.20': ['ConditionIndexIsInvalid:19'] }],
    ['query[1000000000][field]=a', { 'query.1000000000': ['ConditionIndexIsInvalid:19'] }],
    [
      'query[-1][field]=a&query[x][value]=b',
      { 'query.-1': ['ConditionIndexIsInvalid:19'], 'query.x': ['ConditionIndexIsInvalid:19'] },
    ],
  ])('%s has the problems %j', (text, problems) => {
    expect(readListQuery(text).problems).toEqual(problems);
  });

  test('cannot be made to change what objects are', () => {
    const query = parseListQuery(
      'order_by[__proto__]=asc&filter_by[__proto__]=polluted&query[__proto__][field]=x&__proto__[a]=1',
    );
    expect(Object.keys(query.order_by ?? {})).toEqual(['__proto__']);
    expect(Object.keys(query.filter_by ?? {})).toEqual(['__proto__']);
    expect(query.query).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('any bytes are read without a throw', () => {
    const { below, pick } = seeded(7);
    const pieces = [...marks, 'query[0]', '[field]', 'order_by[', 'filter_by', '\u0000', '\ud800', '%00', 'on_page='];
    for (let turn = 0; turn < 3000; turn++) {
      const text = Array.from({ length: below(20) }, () => pick(pieces)).join('');
      expect(() => parseListQuery(text), JSON.stringify(text)).not.toThrow();
    }
  });
});
