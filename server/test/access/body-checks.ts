import { callAddress, type Endpoint } from '@longshore/contract';
import { sampleBody, shapeOf } from './endpoints.ts';
import { type Check, Findings, sendRequest, type Target, type TestRequest, validRequest } from './test-request.ts';

const AT_ONCE = 8;
const TOO_LARGE = 1024 * 1024 + 100;

const hostile: unknown[] = [
  { a: { b: 1 } },
  [],
  [1, 'a', null],
  -1,
  1.5,
  1e308,
  2_147_483_648,
  'x'.repeat(100_000),
  'NaN',
  'a\u0000b',
  '😀',
  '\ud800',
  '',
  null,
  true,
];

const malformed = ['{', '', '{"a":', 'null', '[]', '[1]', '"text"', '1', 'true', '{"__proto__":{"a":1}}', '\u0000'];
const otherTypes = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x'];

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}

const tokenFor = async (target: Target, endpoint: Endpoint) =>
  endpoint.access === 'guest' ? undefined : target.tokenOf('super');

/** Bodies that are not JSON, not an object, or too large. */
export const checkMalformedBodies: Check = async (target, endpoint) => {
  const findings = new Findings();
  if (endpoint.method === 'GET') return [];
  const good: TestRequest = { ...(await validRequest(target, endpoint)), token: await tokenFor(target, endpoint) };
  const json = (text: string) => ({ ...good, raw: { text, type: 'application/json' } });
  for (const text of malformed) {
    const answer = await sendRequest(target, endpoint, json(text));
    findings.sane(`the body ${JSON.stringify(text)}`, answer);
    const isWhole = text === '' || text.startsWith('{"__proto__"');
    if (endpoint.body && !isWhole && (answer.status < 400 || answer.status > 499))
      findings.add(`the body ${JSON.stringify(text)}`, answer, '4xx');
  }
  for (const type of otherTypes)
    findings.sane(`a body of ${type}`, await sendRequest(target, endpoint, { ...good, raw: { text: 'hello', type } }));
  if (endpoint.body && !endpoint.upload)
    findings.expect(
      'a body of more than 1 MiB',
      await sendRequest(
        target,
        endpoint,
        json(JSON.stringify({ ...sampleBody(endpoint), big: 'x'.repeat(TOO_LARGE) })),
      ),
      413,
    );
  return findings.list;
};

/** Each declared field in turn missing and of every wrong type: refused by name or accepted, never answered 500. */
export const checkMistypedBodies: Check = async (target, endpoint) => {
  const findings = new Findings();
  const body = sampleBody(endpoint);
  if (!body || endpoint.upload) return [];
  const good: TestRequest = { ...(await validRequest(target, endpoint)), token: await tokenFor(target, endpoint) };
  const { properties = {}, required = [] } = shapeOf(endpoint.body);
  const cases = Object.keys(properties).flatMap((field) => hostile.map((value) => ({ field, value })));
  await inTurns(cases, async ({ field, value }) => {
    const answer = await sendRequest(target, endpoint, { ...good, body: { ...body, [field]: value } });
    findings.sane(`${field} = ${JSON.stringify(value)?.slice(0, 40)}`, answer);
  });
  for (const field of Object.keys(properties)) {
    const { [field]: _, ...without } = body;
    const answer = await sendRequest(target, endpoint, { ...good, body: without });
    findings.sane(`without ${field}`, answer);
    const named = Object.keys((answer.body.errors as object | undefined) ?? {}).includes(field);
    if (required.includes(field) && !(answer.status === 422 && named))
      findings.add(`without ${field}`, answer, `422 that names ${field}`);
  }
  return findings.list;
};

const part = (name: string, content: string | Buffer, file = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]) => ({
  text: Buffer.concat([...parts, Buffer.from('--x--\r\n')]),
  type: 'multipart/form-data; boundary=x',
});

/** Uploads: no file, an invalid file, unexpected text fields beside the blank sheet of the same endpoint. */
export const checkUploads: Check = async (target, endpoint) => {
  const findings = new Findings();
  if (!endpoint.upload) return [];
  const token = await target.tokenOf('super');
  const good: TestRequest = { ...(await validRequest(target, endpoint)), token };
  const send = (raw: { text: Buffer; type: string }) => sendRequest(target, endpoint, { ...good, raw });
  const refused = async (call: string, raw: { text: Buffer; type: string }) =>
    findings.expect(call, await send(raw), 400, 415, 422);
  await refused('a form without a file', form(part('note', 'x')));
  await refused('a file that is text', form(part('file', 'hello', 'a.xlsx')));
  await refused('an empty file', form(part('file', '', 'a.xlsx')));
  await refused('a broken archive', form(part('file', Buffer.from('PK\u0005\u0006'.padEnd(40, '\u0001')), 'a.xlsx')));
  await refused('a cut-off form', { ...form(), text: Buffer.from('--x\r\ncontent-dis') });
  const blank = await target.http.inject({
    method: 'GET',
    url: `${callAddress(endpoint, { params: good.params })}/template`,
    headers: { authorization: `Bearer ${token}` },
  });
  for (const field of Object.keys(shapeOf(endpoint.body).properties ?? {}))
    for (const value of ['', 'x', '0', '-1', '999999999', '9'.repeat(50), 'a\u0000b', '😀']) {
      const sheet = part('file', blank.rawPayload, 'a.xlsx');
      findings.sane(`${field} = ${JSON.stringify(value)}`, await send(form(part(field, value), sheet)));
    }
  return findings.list;
};
