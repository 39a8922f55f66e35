import { hkdfSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeVault, readMasterKey } from './vault.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'longshore-vault-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the digits of secret.key given as LONGSHORE_SECRET are the same key', () => {
  const sealed = makeVault(readMasterKey(dataDir, undefined)).seal('kept in the data folder');
  const digits = readFileSync(join(dataDir, 'secret.key'), 'utf8');
  for (const secret of [digits.trim(), digits, digits.trim().toUpperCase()]) {
    const vault = makeVault(readMasterKey('/nowhere', secret));
    expect(vault.open(sealed)).toBe('kept in the data folder');
    expect(makeVault(readMasterKey(dataDir, undefined)).open(vault.seal('the other way'))).toBe('the other way');
    expect(vault.keyFor('session tokens')).toEqual(
      makeVault(readMasterKey(dataDir, undefined)).keyFor('session tokens'),
    );
  }
});

test('secrets encrypted by a release that treated such digits as text can still be decrypted', () => {
  const digits = 'ab'.repeat(32);
  const asText = Buffer.from(hkdfSync('sha256', digits, '', 'longshore master key', 32));
  const sealed = makeVault({ current: asText }).seal('from an earlier release');
  const vault = makeVault(readMasterKey('/nowhere', digits));
  expect(vault.open(sealed)).toBe('from an earlier release');
  expect(() => makeVault({ current: asText }).open(vault.seal('new'))).toThrow();
});

test('another secret is another key, and does not decrypt what it did not encrypt', () => {
  const one = makeVault(readMasterKey('/nowhere', 'one secret'));
  const other = makeVault(readMasterKey('/nowhere', 'another secret'));
  expect(one.open(one.seal('x'))).toBe('x');
  expect(() => other.open(one.seal('x'))).toThrow();
  expect(() => makeVault(readMasterKey('/nowhere', 'cd'.repeat(32))).open(one.seal('x'))).toThrow();
});
