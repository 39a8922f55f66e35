import { beforeEach, expect, it, vi } from 'vitest';
import { forgetPrint, type RememberedPrint, rememberedPrints, rememberPrint } from './remembered-prints.ts';

const values = new Map<string, string>();
beforeEach(() => {
  values.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const print = (id: number): RememberedPrint => ({ id, paper: 'regular', ids: [1, 2], title: 'T', fileName: 'f.pdf' });
const idsOf = (userId: number, list: string) => rememberedPrints(userId, list).map(({ id }) => id);

it('the newest documents are found again by their user and list, until they were shown', () => {
  for (const id of [1, 2, 3, 4]) rememberPrint(7, 'outbound', print(id));
  rememberPrint(7, 'outbound', print(3));
  expect(idsOf(7, 'outbound')).toEqual([3, 4, 2]);
  expect([idsOf(8, 'outbound'), idsOf(7, 'inbound')]).toEqual([[], []]);
  for (const id of [2, 3, 4]) forgetPrint(7, 'outbound', id);
  expect(values.size).toBe(0);
});

it('what is stored and cannot be read is no document', () => {
  for (const text of ['{', '{}', '[null, 1, {"id": 1}]']) {
    values.set('longshore-prints-7-outbound', text);
    expect(rememberedPrints(7, 'outbound')).toEqual([]);
  }
});
