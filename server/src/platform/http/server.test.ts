import { once } from 'node:events';
import { connect } from 'node:net';
import { api, outcome } from '@longshore/contract';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { makeOperatorServer, serveHealth } from './health.ts';
import { requestLabels } from './server.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

describe('every answer', () => {
  test('has a unique request id and the security headers', async () => {
    const answers = await Promise.all(['/healthz', '/api/nowhere', '/api/v3/boot'].map((url) => it.http.inject(url)));
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(3);
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([undefined, 'no-store', 'no-store']);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("; script-src 'self' 'wasm-unsafe-eval';");
      expect(headers['content-security-policy']).not.toContain("'unsafe-eval'");
      expect(headers['permissions-policy']).toContain('camera=(self)');
      // Pictures are our own: a logo elsewhere is shown from its copy.
      expect(headers['content-security-policy']).toContain("; img-src 'self' data:;");
      // Documents are shown from memory by the browser's own viewer; no page is ever framed.
      expect(headers['content-security-policy']).toContain('; frame-src blob:;');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });

  test('to an unknown API path is a JSON 404 with its reference', async () => {
    for (const url of ['/api/nowhere', '/api/v3/nowhere', '/api']) {
      const answer = await it.http.inject(url);
      expect(answer.json()).toEqual({ message: outcome.notFound, reference: answer.headers['x-request-id'] });
      expect(answer.statusCode).toBe(404);
    }
  });

  test('500 does not reveal its cause, which is in the log under the reference', async () => {
    const client = await it.as('client');
    await it.database.owner('alter table provider_messages rename to provider_messages_gone');
    const { status, body } = await client.call(api.company.messages);
    await it.database.owner('alter table provider_messages_gone rename to provider_messages');
    expect([status, body]).toEqual([500, { message: outcome.defect, reference: expect.any(String) }]);
    const line = it.logLines.find((each) => each.includes('"defect"') && each.includes(String(body.reference)));
    expect(line).toContain('provider_messages');
  });

  test('is written to the log with its route, status and reference', async () => {
    const { headers } = await it.http.inject('/api/auth/guest/boot');
    const line = it.logLines.find((each) => each.includes(String(headers['x-request-id'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ method: 'GET', route: '/api/auth/guest/boot', status: 200 });
  });
});

test('closing does not wait for a connection without a request', async () => {
  const listening = await testApp({ listen: true });
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const before = Date.now();
  await listening.halt();
  expect(Date.now() - before).toBeLessThan(2000);
  socket.destroy();
});

describe('for operators', () => {
  test('liveness and readiness are public, metrics are on a separate port', async () => {
    expect((await it.http.inject('/healthz')).json()).toEqual({ status: 'alive' });
    expect((await it.http.inject('/readyz')).json()).toEqual({ status: 'ready' });
    expect((await it.http.inject('/metrics')).statusCode).toBe(404);
    const metrics = await it.app.operator.inject('/metrics');
    expect(metrics.body).toContain('longshore_http_request_seconds_bucket');
    expect(metrics.body).toContain('route="/api/auth/guest/boot"');
  });

  test('the reason why the process is not ready is not public', async () => {
    const readiness = { draining: false, problem: async () => 'the database is not migrated' };
    const open = fastify();
    serveHealth(open, readiness);
    const operator = makeOperatorServer(readiness, new Registry());
    const [seen, forOperator] = [await open.inject('/readyz'), await operator.inject('/readyz')];
    expect([seen.statusCode, seen.json()]).toEqual([503, { status: 'not ready' }]);
    expect([forOperator.statusCode, forOperator.json()]).toEqual([503, { status: 'the database is not migrated' }]);
  });

  test('callers cannot create arbitrary metric labels', () => {
    const labelsOf = requestLabels();
    expect(labelsOf('GET', '/api/v3/boot', 200)).toEqual(['GET', '/api/v3/boot', '200']);
    expect(labelsOf('PROPFIND', undefined, 404)).toEqual(['other', 'none', '404']);
    const seen = new Set(Array.from({ length: 5000 }, (_, n) => labelsOf('GET', `/${n}`, 200).join(' ')));
    expect(seen.size).toBeLessThan(1010);
    expect(labelsOf('GET', '/late', 503)).toEqual(['GET', 'other', '5xx']);
    expect(labelsOf('GET', '/api/v3/boot', 200)).toEqual(['GET', '/api/v3/boot', '200']);
  });
});

describe('a slow caller', () => {
  const limits = { headersMs: 500, requestMs: 1_000, checkEveryMs: 200 };
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

  test.each([
    ['half a body', `${head}content-length: 100\r\n\r\n{"email"`],
    ['half a header', head],
  ])('that sends %s is answered 408 and closed', async (_what, text) => {
    const listening = await testApp({ listen: true, connectionLimits: limits });
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part));
    socket.write(text);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  test('that stops in the middle of a body is cut after a while without a byte, whatever the limit of the whole', async () => {
    const listening = await testApp({
      listen: true,
      connectionLimits: { requestMs: 60_000, checkEveryMs: 200, bodyIdleMs: 400 },
    });
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part));
    const before = Date.now();
    socket.write(`${head}content-length: 100\r\n\r\n{"email"`);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(Date.now() - before).toBeLessThan(20_000);
  });

  test.each([
    ['JSON', `${head}content-length: 100\r\n\r\n{"email"`],
    [
      'a form',
      'POST /api/v3/system/logo HTTP/1.1\r\nhost: x\r\nauthorization: Bearer TOKEN\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    ],
  ])('that breaks off %s is no defect in the log', async (_what, text) => {
    const listening = await testApp({ listen: true });
    const { token } = await listening.as('super');
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    socket.write(text.replace('TOKEN', token));
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(listening.logLines.filter((line) => line.includes('defect'))).toEqual([]);
  });

  test('that keeps a connection without a request is disconnected', async () => {
    const listening = await testApp({ listen: true, connectionLimits: { ...limits, idleMs: 500 } });
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    socket.resume();
    await once(socket, 'close');
  });
});

describe('https', () => {
  const hsts = 'strict-transport-security';
  test('HSTS is sent when the public URL is https', async () => {
    expect((await it.http.inject('/healthz')).headers[hsts]).toBe('max-age=31536000');
    const plain = await testApp({ origin: 'http://localhost:3000', trustedProxies: '10.0.0.1' });
    const ask = async (remoteAddress: string) =>
      (await plain.http.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })).headers;
    expect((await ask('10.0.0.1'))[hsts]).toBe('max-age=31536000');
    expect((await ask('10.0.0.2'))[hsts]).toBeUndefined();
  });
});

test('a value that only the database refuses is answered 422 and logged as an error with its request', async () => {
  const client = await it.as('client');
  await it.database.owner(
    "alter table relations add constraint planted check (name <> 'planted' or ('x' || id)::int > 0)",
  );
  const { status } = await client.call(api.relations.create, { body: { type: 'customer', name: 'planted' } });
  await it.database.owner('alter table relations drop constraint planted');
  expect(status).toBe(422);
  const line = it.logLines.map((each) => JSON.parse(each)).find((each) => each.err?.code === '22P02');
  expect(line).toMatchObject({
    level: 50,
    reference: expect.any(String),
    request: { method: 'POST', url: '/api/v3/relations' },
  });
});

describe('company', () => {
  test('boot answers what a screen needs to start', async () => {
    const [client, staff] = [await it.as('client'), await it.as('staff')];
    const theirs = await it.given.courierOf(2, 'Of Northfield');
    const mine = await it.given.courierOf(1, 'Of Kestrel');
    const seen = (await client.ok(api.company.couriers)).map((courier) => courier.id);
    expect([seen.includes(mine), seen.includes(theirs)]).toEqual([true, false]);
    expect((await staff.ok(api.company.couriers)).map((courier) => courier.id)).toContain(theirs);
    const settings = await client.ok(api.company.settings);
    expect(settings.taxes).toContainEqual(expect.objectContaining({ name: 'Ontario HST', rate: 0.13 }));
    expect(settings.terms.map((term) => term.name)).toContain('Net 30');
    expect(await client.ok(api.company.timezones)).toContain('America/Los_Angeles');
    expect((await client.ok(api.company.messages))[0]?.title).toContain('Carrier cut-off');
    const guest = await it.guest.ok(api.session.guestBoot);
    expect(guest).toMatchObject({ branding_name: 'Harrow Street Logistics', version: '1.10.0', demo: null });
  });

  test('the client selector finds active clients by name or account', async () => {
    const staff = await it.as('staff');
    const find = (search: string) => staff.ok(api.clients.selector, { body: { search } });
    expect(await find('NF-2')).toEqual([{ id: 2, company: 'Northfield Outdoor', account: 'NF-200' }]);
    expect((await find('')).length).toBeGreaterThan(3);
    expect(await find('%')).toEqual([]);
  });
});

test('a NUL is refused before the database, in bodies, queries and paths', async () => {
  const boss = await it.as('super');
  const nul = 'a\u0000b';
  const before = it.logLines.length;
  const calls = [
    await it.guest.call(api.session.login, { body: { email: `${nul}@x.test`, password: nul } }),
    await it.guest.call(api.session.resetToken, { body: { token: nul } }),
    await boss.call(api.users.list, { query: { search: nul } }),
    await boss.call(api.locations.list, { query: { search: nul } }),
    await boss.call(api.locations.create, { body: { name: nul } as never }),
  ];
  for (const { status, body } of calls) expect([status, body.message]).toEqual([422, expect.anything()]);
  expect(it.logLines.slice(before).filter((line) => line.includes('that validation let through'))).toEqual([]);
});
