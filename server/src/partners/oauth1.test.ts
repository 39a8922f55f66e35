import { expect, test } from 'vitest';
import { oauth1Header, percentEncode, signatureBase, signOAuth1 } from './oauth1.ts';
import { hmacSha256, isSigned } from './signature.ts';

test.each([
  ['abcABC123', 'abcABC123'],
  ['-._~', '-._~'],
  ['%', '%25'],
  ['+', '%2B'],
  ['&=*', '%26%3D%2A'],
  ["!'()", '%21%27%28%29'],
  ['\n', '%0A'],
  [' ', '%20'],
  ['é', '%C3%A9'],
  ['、', '%E3%80%81'],
])('percentEncode %j', (text, encoded) => expect(percentEncode(text)).toBe(encoded));

// The example of RFC 5849, 3.4.1: two parameters of one name, spaces, a port that is left out.
test('the signed text is that of the standard', () => {
  const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2=&a3=2+q');
  expect(
    signatureBase('POST', url, {
      oauth_consumer_key: '9djdj82h48djs9d2',
      oauth_token: 'kkk9d7dh3k39sjv7',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131201',
      oauth_nonce: '7d8f3e4a',
    }),
  ).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
      '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
      '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  );
});

// Signatures by `openssl dgst -sha256 -hmac <key> -binary | base64` over the text of the standard.
test.each([
  ['without a token', { consumerKey: 'ck_1', consumerSecret: 'cs_2' }, 'c0uMu5ggVOgLAgyvQnVfYKeg10MVuRtNHZzQ2px5oP4='],
  [
    'with a token',
    { consumerKey: 'ck_1', consumerSecret: 'cs/2', token: 't', tokenSecret: 's&3' },
    'yg3xa2cYgMF9cXi1g3fBmChL56ZOoQt+Y0shTKsI+Tg=',
  ],
])('signs %s', (_what, keys, signature) => {
  const url = new URL('http://shop.test/wp-json/wc/v3/orders?per_page=100&modified_after=2026-11-14T10%3A00%3A00');
  const signed = signOAuth1('GET', url, keys, { nonce: 'n1', now: new Date('2026-11-18T12:00:00.900Z') });
  expect(signed.oauth_timestamp).toBe('1795003200');
  expect(signed.oauth_signature).toBe(signature);
  expect(oauth1Header(signed)).toContain(`oauth_signature="${percentEncode(signature)}"`);
});

test.each([
  ['the right signature', 'secret', true, true],
  ['another secret', 'other', true, false],
  ['no secret at all', '', true, false],
  ['no signature', 'secret', false, false],
])('a body with %s', (_what, secret, hasSignature, isAccepted) => {
  // printf '{"id":1}' | openssl dgst -sha256 -hmac secret -binary | base64
  const signature = 'A971iWIMgT8Zj9A9eWfikrFj7wQ16/Qwcc4OlRl2PLc=';
  expect(isSigned(Buffer.from('{"id":1}'), hasSignature ? signature : undefined, secret)).toBe(isAccepted);
});

test('a body that anybody can sign, with an empty secret, is not signed', () => {
  const body = Buffer.from('{"id":1}');
  expect(isSigned(body, hmacSha256('', body), '')).toBe(false);
});
