import { createHmac } from 'node:crypto';
import { WebhookInput } from '@longshore/contract';
import { expect, test } from 'vitest';
import { missingSecrets, signatureOf } from './webhook-rules.ts';

const http = { endpoint: 'https://a.example/x' };
const ftp = { type: 'FTP', endpoint: 'ftp://a.example/x', ftp_config: { username: 'u', password: '', path: '' } };
const kept = { endpoint: 'ftp://a.example/old', has_hash_key: false, has_password: true };

test.each([
  ['HTTP without a key', http, undefined, ['hash_key']],
  ['HTTP with a key', { ...http, hash_key: 'k' }, undefined, []],
  ['HTTP that keeps its key', http, { ...kept, has_hash_key: true }, []],
  ['HTTP that was FTP', http, kept, ['hash_key']],
  ['a link that people open', { ...http, trigger: 101 }, undefined, []],
  ['FTP without anything', { ...ftp, ftp_config: {} }, undefined, ['ftp_config.username', 'ftp_config.password']],
  ['FTP that keeps its password', ftp, kept, []],
  ['FTP to another host', { ...ftp, endpoint: 'ftp://b.example/x' }, kept, ['ftp_config.password']],
  ['FTP to another port', { ...ftp, endpoint: 'ftp://a.example:2121/x' }, kept, ['ftp_config.password']],
  [
    'FTP to a host behind an at-sign',
    { ...ftp, endpoint: 'ftp://a.example@b.example/x' },
    kept,
    ['ftp_config.password'],
  ],
] as const)('%s', (_, input, before, missing) => {
  expect(Object.keys(missingSecrets(WebhookInput.parse(fill(input)), before))).toEqual(missing);
});

function fill(input: object): object {
  const config = (input as { ftp_config?: object }).ftp_config;
  return config ? { ...input, ftp_config: { username: '', password: '', path: '', ...config } } : input;
}

test.each([
  ['https://a.example', {}, true],
  ['ftp://a.example', {}, false],
  ['ftps://a.example:990/in', { type: 'FTP' }, true],
  ['https://a.example', { type: 'FTP' }, false],
  ['https://a.example/{OID}/{SID}?c={CID}', { trigger: 101 }, true],
  ['ftp://a.example', { trigger: 101, type: 'FTP' }, false],
  ['javascript:alert(1)', { trigger: 101 }, false],
  ['/path', {}, false],
  ['https://', {}, false],
])('endpoint %s %j: %s', (endpoint, rest, good) => {
  expect(WebhookInput.safeParse({ endpoint, hash_key: 'k', ...rest }).success).toBe(good);
});

test('the signature is the HMAC of timestamp and body', () => {
  const expected = createHmac('sha256', 'key').update('17.{"a":"é"}').digest('hex');
  expect(signatureOf('key', 17, '{"a":"é"}')).toBe(`sha256=${expected}`);
});
