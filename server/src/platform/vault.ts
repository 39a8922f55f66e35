import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seals secrets that must be read again, and derives the keys that sign tokens. One master key, one purpose each. */
export interface Vault {
  seal(plain: string): Buffer;
  open(sealed: Buffer): string;
  keyFor(purpose: string): Buffer;
}

export function makeVault(master: Buffer): Vault {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const sealKey = keyFor('seal');
  return {
    keyFor,
    seal(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** The master key: LONGSHORE_SECRET, or one made at the first start and kept in the data folder. */
export function readMasterKey(dataDir: string, secret: string | undefined): Buffer {
  if (secret) return Buffer.from(hkdfSync('sha256', secret, '', 'longshore master key', 32));
  const path = join(dataDir, 'secret.key');
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const key = randomBytes(32);
    writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    return key;
  }
}
