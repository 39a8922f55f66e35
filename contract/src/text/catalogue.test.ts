import { describe, expect, test } from 'vitest';
import { server as ch } from './ch/server.ts';
import { server as en } from './en/server.ts';
import { textFor } from './text-for.ts';

/** Names that are the same everywhere. */
const NAMES = new Set(['Excel', 'Zalora', 'ShipStation', 'GoShippo']);

interface Texts {
  [key: string]: string | Texts;
}

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );

const [english, chinese] = [new Map(flat(en)), new Map(flat(ch))];
const slotsOf = (text = '') => [...text.matchAll(/{{(\w+)}}/g)].map(([, slot]) => slot).sort();

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

test('the server reads a text by its key, with its values and its form for one', () => {
  const [inEnglish, inChinese] = [textFor('en'), textFor('ch')];
  expect(inEnglish('print.page', { page: 2, pages: 3 })).toBe('Page 2 of 3');
  expect(inChinese('print.page', { page: 2, pages: 3 })).toBe('第 2 页，共 3 页');
  expect(inEnglish('licenses.labels', { count: 1 })).toBe('1 label');
  expect(inEnglish('licenses.labels', { count: 2 })).toBe('2 labels');
  expect(inEnglish('lists.chips.>=')).toBe('from');
});
