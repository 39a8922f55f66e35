import { once } from 'node:events';
import { connect } from 'node:net';
import { api, fullPath, outcome } from '@longshore/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { walk } from '../../../test/access/walk.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

describe('OpenAPI', () => {
  test('is valid and has every endpoint, with who may call it', async () => {
    const response = await it.http.inject('/api/openapi.json');
    const printed = response.json();
    const { valid, errors } = await new Validator().validate(structuredClone(printed));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    for (const { name, endpoint } of walk(api)) {
      const path = fullPath(endpoint).replace(/:(\w+)/g, '{$1}');
      const operation = printed.paths[path]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId, name).toBe(name);
      expect(operation.security, name).toEqual(endpoint.access === 'guest' ? [] : [{ bearer: [] }]);
      for (const param of Object.keys(endpoint.params))
        expect(JSON.stringify(operation.parameters), name).toContain(`"${param}"`);
      const { filter } = endpoint.list?.within ?? {};
      const needed = operation.parameters?.filter(
        (each: { in: string; required: boolean }) => each.in === 'query' && each.required,
      );
      if (filter) expect(needed, name).toMatchObject([{ name: `filter_by[${filter}]` }]);
    }
  });

  test('has a page to read and try it, all from this server', async () => {
    const page = await it.http.inject('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link.startsWith('/api/docs/')).toBe(true);
      expect((await it.http.inject(link)).statusCode, link).toBe(200);
    }
  });
});

describe('every answer', () => {
  test('carries a request id of its own and the security headers', async () => {
    const answers = await Promise.all(['/healthz', '/api/nowhere', '/api/v3/boot'].map((url) => it.http.inject(url)));
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(3);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("script-src 'self';");
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

  test('that is a defect says nothing of its cause, which is in the log under the reference', async () => {
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

test('closing does not wait for a connection that never asked anything', async () => {
  const listening = await testApp({ listen: true });
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const before = Date.now();
  await listening.halt();
  expect(Date.now() - before).toBeLessThan(2000);
  socket.destroy();
});

describe('for operators', () => {
  test('there are liveness, readiness and figures', async () => {
    expect((await it.http.inject('/healthz')).json()).toEqual({ status: 'alive' });
    expect((await it.http.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const metrics = await it.http.inject('/metrics');
    expect(metrics.body).toContain('longshore_http_request_seconds_bucket');
    expect(metrics.body).toContain('route="/api/auth/guest/boot"');
  });
});

describe('company', () => {
  test('what a screen needs to start', async () => {
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
    expect(guest).toMatchObject({ branding_name: 'Harrow Street Logistics', version: '1.3.0', demo: null });
  });

  test('the client selector finds active clients by name or account', async () => {
    const staff = await it.as('staff');
    const find = (search: string) => staff.ok(api.clients.selector, { body: { search } });
    expect(await find('NF-2')).toEqual([{ id: 2, company: 'Northfield Outdoor', account: 'NF-200' }]);
    expect((await find('')).length).toBeGreaterThan(3);
    expect(await find('%')).toEqual([]);
  });
});
