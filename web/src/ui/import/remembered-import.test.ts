import { beforeEach, expect, it, vi } from 'vitest';
import { rememberedImport, rememberImport } from './remembered-import.ts';

/** What a browser keeps, without the browser. */
function keeping(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', keeping());
  return () => vi.unstubAllGlobals();
});

it('an import is found again by what it goes into', () => {
  rememberImport({ type: 'CountSheet', countId: 7 }, 70);
  rememberImport({ type: 'Relation' }, 10);
  expect(rememberedImport({ type: 'CountSheet', countId: 7 })).toBe(70);
  expect(rememberedImport({ type: 'CountSheet', countId: 8 })).toBeUndefined();
  expect(rememberedImport({ type: 'CountSheet' })).toBeUndefined();
  expect(rememberedImport({ type: 'Relation' })).toBe(10);
  rememberImport({ type: 'CountSheet', countId: 7 }, undefined);
  expect(rememberedImport({ type: 'CountSheet', countId: 7 })).toBeUndefined();
  expect(rememberedImport({ type: 'Relation' })).toBe(10);
});

it('a browser that keeps nothing knows no import', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberImport({ type: 'Location' }, 3);
  expect(rememberedImport({ type: 'Location' })).toBeUndefined();
});
