import { createHmac } from 'node:crypto';
import { isSameServer, WebhookInput } from '@longshore/contract';
import { expect, test } from 'vitest';
import { missingSecrets, signatureOf } from './webhook-rules.ts';

const http = { endpoint: 'https://a.example/x' };
const ftp = { type: 'FTP', endpoint: 'ftp://a.example/x', ftp_config: { username: 'u', password: '', path: '' } };
const keptHttp = { endpoint: 'https://a.example/old', has_hash_key: true, has_password: false };
const kept = { endpoint: 'ftp://a.example/old', has_hash_key: false, has_password: true };

test.each([
  ['HTTP without a key', http, undefined, ['hash_key']],
  ['HTTP with a key', { ...http, hash_key: 'k' }, undefined, []],
  ['HTTP that keeps its key', http, keptHttp, []],
  ['HTTP to another path', { endpoint: 'https://A.example:443/other?q' }, keptHttp, []],
  ['HTTP to another host', { endpoint: 'https://b.example/x' }, keptHttp, ['hash_key']],
  ['HTTP to another port', { endpoint: 'https://a.example:8443/x' }, keptHttp, ['hash_key']],
  ['HTTP without its TLS', { endpoint: 'http://a.example/x' }, keptHttp, ['hash_key']],
  ['HTTP that was FTP', http, kept, ['hash_key']],
  ['a link that people open', { ...http, trigger: 101 }, undefined, []],
  ['FTP without anything', { ...ftp, ftp_config: {} }, undefined, ['ftp_config.username', 'ftp_config.password']],
  ['FTP that keeps its password', ftp, kept, []],
  ['FTP to another host', { ...ftp, endpoint: 'ftp://b.example/x' }, kept, ['ftp_config.password']],
  ['FTP to another port', { ...ftp, endpoint: 'ftp://a.example:2121/x' }, kept, ['ftp_config.password']],
] as const)('%s', (_, input, before, missing) => {
  expect(Object.keys(missingSecrets(WebhookInput.parse(fill(input)), before))).toEqual(missing);
});

/** What a stored password is asked for again: everything that leads elsewhere, however it is written. */
test.each([
  ['ftp://a.example/', true],
  ['ftp://a.example/x?@b.example/', true],
  ['FTP://A.Example:21/y', true],
  ['ftp://%61.example/', true],
  ['ftps://a.example/', false],
  ['ftp://b.example?@a.example/', false],
  ['ftp://b.example#@a.example/', false],
  ['ftp://b.example\\@a.example/', false],
  ['ftp://b.example/@a.example/', false],
  ['ftp://a.example.b.example/', false],
  ['ftp://a.example:2121/', false],
  ['ftp://a.example./', false],
  ['ftp://[::1]/', false],
])('the password kept for ftp://a.example/old goes on to %s: %s', (endpoint, keeps) => {
  const hook = WebhookInput.parse(fill({ ...ftp, endpoint }));
  expect(missingSecrets(hook, kept)).toEqual(keeps ? {} : { 'ftp_config.password': ['EndpointMovedNeedsSecret'] });
});

test.each([
  ['ftps://a.example/', 'ftps://a.example:21/', true],
  ['ftps://a.example/', 'ftps://a.example:990/', false],
  ['ftps://b.example\\@a.example/', 'ftps://a.example/', false],
  ['ftps://%61.example/', 'ftps://a.example/', true],
  ['ftp://[::1]:21/', 'ftp://[0:0:0:0:0:0:0:1]/', true],
  ['http://a.example/', 'http://a.example:80/', true],
  ['http://0x7f.1/', 'http://127.0.0.1/', true],
  ['nowhere', 'nowhere', false],
  ['', '', false],
])('%s and %s are the same server: %s', (one, other, same) => {
  expect(isSameServer(one, other)).toBe(same);
});

test('a secret keeps the spaces it was typed with', () => {
  const hook = WebhookInput.parse({ endpoint: 'https://a.example', hash_key: ' k ', ftp_config: { password: ' p ' } });
  expect([hook.hash_key, hook.ftp_config.password]).toEqual([' k ', ' p ']);
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
  ['https://user@a.example', {}, false],
  ['https://user:pass@a.example', {}, false],
  ['https://:pass@a.example', {}, false],
  ['https://user:pass@a.example/{OID}', { trigger: 101 }, false],
  ['ftp://user:pass@a.example/', { type: 'FTP' }, false],
  ['ftp://a.example@b.example/', { type: 'FTP' }, false],
  ['https://a.example/@user', {}, true],
  ['ft\tp://a.example/', { type: 'FTP' }, false],
  ['https://a.exa\nmple/', {}, false],
])('endpoint %s %j: %s', (endpoint, rest, good) => {
  expect(WebhookInput.safeParse({ endpoint, hash_key: 'k', ...rest }).success).toBe(good);
});

test('the signature is the HMAC of timestamp and body', () => {
  const expected = createHmac('sha256', 'key').update('17.{"a":"é"}').digest('hex');
  expect(signatureOf('key', 17, '{"a":"é"}')).toBe(`sha256=${expected}`);
});
