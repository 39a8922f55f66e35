import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCatalogue, messages } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { plainWords } from '../../ui/resource/plain-words.ts';
import { ch } from './ch/index.ts';
import { en } from './en/index.ts';

const source = fileURLToPath(new URL('../../', import.meta.url));

/** Keys that code puts together at run time, `*` for the part that is known only then. */
const BUILT = [
  'clients.orderNotices.*',
  'company.colours.*',
  'configurations.add.*',
  'configurations.hint.*',
  'configurations.many.*',
  'configurations.one.*',
  'counts.states.*',
  'counts.statuses.*',
  'counts.tileHints.*',
  'counts.tiles.*',
  'dashboard.stepHints.*',
  'dashboard.steps.*',
  'errors.*',
  'inventory.binTypes.*',
  'inventory.editType.*',
  'inventory.types.*',
  'lists.chips.*',
  'lists.datesChips.*',
  'lists.operators.*',
  'locations.types.*',
  'messages.*',
  'operations.mailStates.*',
  'permissions.*',
  'permissions.groups.*',
  'permissions.keys.*',
  'records.kinds.*',
  'relations.*.create',
  'relations.*.edit',
  'relations.*.import',
  'relations.*.make',
  'relations.*.many',
  'relations.*.noneYet',
  'relations.addressTypes.*',
  'relations.payments.*',
  'serials.states.*',
  'session.demo.*',
  'shell.kinds.*',
];
/** Names that are the same everywhere. */
const NAMES = new Set(['Excel']);

interface Texts {
  [key: string]: string | Texts;
}

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );

const [english, chinese] = [new Map(flat(en)), new Map(flat(ch))];
const slotsOf = (text = '') => [...text.matchAll(/{{(\w+)}}/g)].map(([, slot]) => slot).sort();
const asked = (key: string) => key.replace(/_(one|other)$/, '');

const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/lib\/text\/(en|ch)\//.test(path))
  .map((path: string) => readFileSync(join(source, path), 'utf8'))
  .join('\n');
const quoted = new Set([...code.matchAll(/['"`]([a-z]+\.[\w.]+)['"`]/gi)].map(([, key]) => key));
// A plain screen says the same eight things of every resource: `plainWords('locations')`.
for (const [, area] of code.matchAll(/plainWords\('(\w+)'\)/g))
  for (const key of Object.values(plainWords(area as never))) quoted.add(key);
const areas = Object.keys(en);
const built = [...code.matchAll(/`((?:[\w.]|\$\{[^}`]*\})*)`/g)]
  .map(([, template = '']) => template.replace(/\$\{[^}]*\}/g, '*'))
  .filter((pattern) => pattern.includes('*') && areas.includes(pattern.split('.')[0] ?? ''));
const fits = (pattern: string, key: string) => {
  const parts = [pattern.split('.'), asked(key).split('.')] as const;
  return parts[0].length === parts[1].length && parts[0].every((part, at) => part === '*' || part === parts[1][at]);
};

describe('texts', () => {
  test('English and Chinese have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('and the same slots', () => {
    for (const [key, text] of english) expect([key, slotsOf(chinese.get(key))]).toEqual([key, slotsOf(text)]);
  });

  test('none is empty', () => {
    for (const texts of [english, chinese])
      for (const [key, text] of texts) expect([key, text.trim()]).not.toEqual([key, '']);
  });

  test('none is unused', () => {
    const isBuilt = (key: string) => BUILT.some((pattern) => fits(pattern, key));
    const unused = [...english.keys()].filter((key) => !isBuilt(key) && !quoted.has(asked(key)));
    expect(unused).toEqual([]);
  });

  test('every key that code builds is declared above, and none too many', () => {
    expect([...new Set(built)].sort()).toEqual(BUILT);
  });

  test.each([
    ['English', english],
    ['Chinese', chinese],
  ])('%s says every refusal and every message of the contract', (_, texts) => {
    for (const key of Object.keys(messages)) expect(texts.has(`messages.${key}`), key).toBe(true);
    for (const code of Object.keys(errorCatalogue)) expect(texts.has(`errors.${code}`), code).toBe(true);
  });

  test('English says the contract word for word', () => {
    for (const [key, sentence] of Object.entries(messages))
      expect(english.get(`messages.${key}`)).toBe(sentence.replace(/\{(\w+)\}/g, '{{$1}}'));
    for (const [code, sentence] of Object.entries(errorCatalogue)) expect(english.get(`errors.${code}`)).toBe(sentence);
  });

  test('a text that counts something has a form for one', () => {
    const things = 'rows|units|plates|licenses|buckets|serials|items|labels|users|files|days|problems|attempts|clients';
    const counts = new RegExp(`\\{\\{\\w+\\}\\} (serial |license )?(${things})\\b`);
    // A limit ("more than 500 rows") is never one.
    const isLimit = (text: string) => /more than \{\{/i.test(text);
    const uncounted = [...english].filter(([key, text]) => counts.test(text) && !isLimit(text) && !/_other$/.test(key));
    expect(uncounted).toEqual([]);
  });

  test.each([
    // Records are created; what belongs to a record (a line, an address, a webhook) is added to it.
    ['English', english, /^(New|Write|Make|Add) (an? |the )?(X)\b/, 'Create'],
    ['Chinese', chinese, /^(新|添加|新增|创建|撰写)(X)$/, '新建'],
  ])('%s has one word for making a record', (_, texts, pattern, word) => {
    const records =
      word === 'Create'
        ? 'client|item|kit|customer|vendor|user|role|location|license plate|serial bucket|count|courier|tax rate|payment term|package|message'
        : '货主|商品|客户|供应商|用户|角色|库位|托盘标签|序列号组|盘点|承运商|税率|付款条件|包装|消息';
    const other = new RegExp(pattern.source.replace('X', records));
    // An item is also added to a kit.
    const found = [...texts].filter(([key, text]) => other.test(text) && key !== 'inventory.addComponent');
    expect(found).toEqual([]);
    expect([...texts].some(([, text]) => text.startsWith(word))).toBe(true);
  });

  test('no English is left in the Chinese', () => {
    const shared = [...english].filter(
      ([key, text]) => chinese.get(key) === text && /[a-z]{4}/i.test(text) && !NAMES.has(text),
    );
    expect(shared).toEqual([]);
  });
});
