import { hmacSha256 } from './signature.ts';

/** The keys of OAuth 1.0a; a shop that gives only a consumer leaves the token out (one-legged). */
export interface OAuth1Keys {
  consumerKey: string;
  consumerSecret: string;
  token?: string;
  tokenSecret?: string;
}

/** Every character but those that RFC 3986 leaves as they are: `encodeURIComponent` keeps five too many. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Parameters sorted by their encoded names, then values (RFC 5849, 3.4.1.3.2). */
const normalized = (parameters: readonly (readonly [string, string])[]): string =>
  parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => inOrder(a, b) || inOrder(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The text that is signed (RFC 5849, 3.4.1): method, address without query, all parameters. */
export function signatureBase(method: string, url: URL, oauth: Readonly<Record<string, string>>): string {
  const parameters = [...url.searchParams, ...Object.entries(oauth)];
  return [method, `${url.origin}${url.pathname}`, normalized(parameters)].map(percentEncode).join('&');
}

/** The parameters of OAuth 1.0a with their signature by HMAC-SHA256. A signature is valid once, and for some minutes. */
export function signOAuth1(
  method: string,
  url: URL,
  keys: OAuth1Keys,
  { nonce, now }: { nonce: string; now: Date },
): Record<string, string> {
  const oauth: Record<string, string> = {
    oauth_consumer_key: keys.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
    oauth_version: '1.0',
  };
  if (keys.token) oauth.oauth_token = keys.token;
  const key = `${percentEncode(keys.consumerSecret)}&${percentEncode(keys.tokenSecret ?? '')}`;
  oauth.oauth_signature = hmacSha256(key, signatureBase(method, url, oauth));
  return oauth;
}

/** As a header, for partners that read it there. */
export const oauth1Header = (oauth: Readonly<Record<string, string>>): string =>
  `OAuth ${Object.entries(oauth)
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(', ')}`;
