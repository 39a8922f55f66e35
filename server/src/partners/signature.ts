import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmacSha256 = (key: string, content: string | Buffer): string =>
  createHmac('sha256', key).update(content).digest('base64');

/** Whether a partner signed these bytes with the secret. Without a secret nobody can have done so. */
export function isSigned(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!secret || !signature) return false;
  const expected = Buffer.from(hmacSha256(secret, body));
  const sent = Buffer.from(signature);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
