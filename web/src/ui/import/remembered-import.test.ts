import { beforeEach, expect, it, vi } from 'vitest';
import { rememberedImport, rememberImport } from './remembered-import.ts';

/** An in-memory stand-in for localStorage. */
function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

it('an import is found again by its target', () => {
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

it('without storage no import is remembered', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberImport({ type: 'Location' }, 3);
  expect(rememberedImport({ type: 'Location' })).toBeUndefined();
});
