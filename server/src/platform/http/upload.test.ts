import { api } from '@longshore/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Caller, type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;
let client: Caller;
const uncaught: Error[] = [];
const notice = (error: Error) => uncaught.push(error);
beforeAll(async () => {
  it = await testApp();
  client = await it.as('client');
  process.on('uncaughtException', notice);
});
afterAll(() => {
  process.off('uncaughtException', notice);
});

const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nv\r\n';
const nameless = '--x\r\ncontent-disposition: form-data\r\n\r\nv\r\n';
const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhello\r\n';
const end = '--x--\r\n';

test.each([
  ['that breaks off in a file', file.slice(0, -4)],
  ['that breaks off after a file', file],
  ['that breaks off in a header', file + field.slice(0, 20)],
  ['of fields alone', field + end],
  ['of two files', file + file + end],
  ['of more fields than are read', field.repeat(30) + file + end],
  ['of very many fields that breaks off', field.repeat(1200).slice(0, -3)],
  ['of very many files that breaks off', file.repeat(1200).slice(0, -3)],
  ['of very many parts without a name that breaks off', nameless.repeat(1200).slice(0, -3)],
])('a form %s is refused, and the server goes on', async (_what, payload) => {
  const { statusCode } = await it.http.inject({
    method: 'POST',
    url: addressOf(api.records.importExcel, { params: { type: 'Relation' } }),
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  });
  expect([400, 413, 422]).toContain(statusCode);
  // The parser reports what broke off a few ticks later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(uncaught).toEqual([]);
});
