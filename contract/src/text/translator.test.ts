import { expect, test } from 'vitest';
import { makeTranslator } from './translator.ts';

const english = {
  lists: { empty: 'Nothing here', rows_one: '{{count}} row', rows_other: '{{count}} rows', from: '{{1}} of {{n}}' },
};
const chinese = { lists: { rows_other: '{{count}} 行' } };

test.each([
  ['lists.empty', {}, 'Nothing here'],
  ['lists.from', { 1: 'two', n: 7 }, 'two of 7'],
  ['lists.from', { n: 7 }, '{{1}} of 7'],
  ['lists.rows', { count: 1 }, '1 row'],
  ['lists.rows', { count: 0 }, '0 rows'],
  ['lists.rows', { count: '1,200' }, '1,200 rows'],
  ['lists.empty', { count: 1 }, 'Nothing here'],
  ['lists', {}, 'lists'],
  ['lists.toString', {}, 'lists.toString'],
  ['other.key', {}, 'other.key'],
])('%s with %j is %j', (key, values, text) => {
  expect(makeTranslator(english, 'en-US')(key, values)).toBe(text);
});

test('the language decides the plural form', () => {
  expect(makeTranslator(chinese, 'zh-CN')('lists.rows', { count: 1 })).toBe('1 行');
});
