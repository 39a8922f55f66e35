import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Encrypts secrets that must be readable later, and derives the keys that sign tokens: one master key, one derived
 * key per purpose.
 */
export interface Vault {
  /** A text or the bytes of a file. */
  seal(plain: string | Uint8Array): Buffer;
  open(sealed: Buffer): string;
  openBytes(sealed: Buffer): Buffer;
  keyFor(purpose: string): Buffer;
}

export interface MasterKey {
  current: Buffer;
  /** Keys that earlier releases derived from the same secret: used to decrypt, never to encrypt. */
  former?: Buffer;
}

const deriveKey = (master: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));

function openWith(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

export function makeVault({ current, former }: MasterKey): Vault {
  const keyFor = (purpose: string) => deriveKey(current, purpose);
  const sealKey = keyFor('seal');
  const openBytes = (sealed: Buffer) => {
    try {
      return openWith(sealKey, sealed);
    } catch (error) {
      if (!former) throw error;
      return openWith(deriveKey(former, 'seal'), sealed);
    }
  };
  return {
    keyFor,
    seal(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const bytes = typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain;
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    openBytes,
    open: (sealed) => openBytes(sealed).toString('utf8'),
  };
}

const HEX_KEY = /^[\da-f]{64}$/i;

/**
 * The master key: LONGSHORE_SECRET, or one generated at the first start and stored in the data folder. The digits of
 * that file given as LONGSHORE_SECRET are the same key; for any other text a key is derived from it.
 */
export function readMasterKey(dataDir: string, secret: string | undefined): MasterKey {
  if (secret) {
    const derived = Buffer.from(hkdfSync('sha256', secret, '', 'longshore master key', 32));
    const digits = secret.trim();
    // Before 1.4 a secret of such digits was treated as text: what was encrypted then must still be readable.
    return HEX_KEY.test(digits) ? { current: Buffer.from(digits, 'hex'), former: derived } : { current: derived };
  }
  const path = join(dataDir, 'secret.key');
  try {
    return { current: Buffer.from(readFileSync(path, 'utf8').trim(), 'hex') };
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const key = randomBytes(32);
    writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    return { current: key };
  }
}
