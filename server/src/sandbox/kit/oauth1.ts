import { createHmac, timingSafeEqual } from 'node:crypto';

/** Percent-encoding of RFC 3986, which OAuth 1.0a signs. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

export type Parameters = [name: string, value: string][];

const ALGORITHMS: Record<string, string> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

/** The parameters of an `Authorization: OAuth …` header; undefined for another scheme. */
export function headerParameters(authorization: string | undefined): Parameters | undefined {
  const [, list] = /^OAuth\s+(.*)$/is.exec(authorization ?? '') ?? [];
  if (list === undefined) return undefined;
  return [...list.matchAll(/([\w]+)="([^"]*)"/g)]
    .map(([, name = '', value = '']): [string, string] => [name, decodeURIComponent(value)])
    .filter(([name]) => name !== 'realm');
}

/** The text that is signed: method, address without its query, and all parameters in order. */
export function signatureBase(method: string, url: string, parameters: Parameters): string {
  const sorted = parameters
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [method.toUpperCase(), encode(url), encode(sorted)].join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Whether the signature is that of these secrets. One-legged calls have no token and an empty token secret. */
export function isSigned(base: string, parameters: Parameters, consumerSecret: string, tokenSecret = ''): boolean {
  const values = Object.fromEntries(parameters);
  const algorithm = ALGORITHMS[values.oauth_signature_method ?? ''];
  if (!algorithm || !values.oauth_signature) return false;
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
  const wanted = createHmac(algorithm, key).update(base).digest();
  const given = Buffer.from(values.oauth_signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
