import { expect, test } from 'vitest';
import { messageOfSentence, sayReported } from './reported.ts';
import { readUserTexts, speak, translate } from './text.ts';

test.each([
  ['Email address is invalid', 'EmailIsInvalid'],
  ['Use at most 255 characters', 'TooLong:255'],
  ['OAK-1: 3 wanted, 2 there', 'ShortAtPlace:OAK-1\t3\t2'],
  ['The roof leaks', 'The roof leaks'],
])('%s is known again', (sentence, message) => {
  expect(messageOfSentence(sentence)).toBe(message);
});

test.each([
  ['Duplicated location', '库位重复'],
  ['Insufficient quantity: OAK-1: 3 wanted, 2 there', '库存数量不足：OAK-1：需要 3，该处只有 2'],
  ['Use at most 255 characters', '最多 255 个字符'],
  ['Write it as SKU*quantity: PART-1', '请写成 SKU*数量：PART-1'],
  ['Not saved, because another row with this SKU was not', '未保存，因为 SKU 相同的另一行未能保存'],
  ['The roof leaks', 'The roof leaks'],
])('%s is said in the reader’s language', async (reported, said) => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await readUserTexts();
  await speak('ch');
  expect(sayReported(translate, reported)).toBe(said);
});
