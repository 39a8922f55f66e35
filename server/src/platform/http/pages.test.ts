import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'longshore-pages-'));
const http = fastify();

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html': '<title>app</title>',
    'index.html.br': 'packed app',
    'favicon.svg': '<svg/>',
    'assets/app-1a2b.js': 'plain code',
    'assets/app-1a2b.js.br': 'packed code',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await servePages(http, folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

const FOREVER = 'public, max-age=31536000, immutable';

test.each([
  // The app, at the address of any screen.
  ['/', 200, 'no-cache', '<title>app</title>'],
  ['/orders/on_page%3D1', 200, 'no-cache', '<title>app</title>'],
  ['/orders/', 200, 'no-cache', '<title>app</title>'],
  ['/relations/search%3Da@b.example', 200, 'no-cache', '<title>app</title>'],
  // Its files: those whose names contain a hash of their content never change.
  ['/assets/app-1a2b.js', 200, FOREVER, 'plain code'],
  ['/favicon.svg', 200, 'no-cache', '<svg/>'],
  // A file that is not there is not the app: the browser would run it as code.
  ['/assets/gone.js', 404, undefined, undefined],
  ['/gone.svg', 404, undefined, undefined],
  ['/icons/gone.png', 404, undefined, undefined],
  ['/assets/..%2f..%2fetc%2fpasswd', 404, undefined, undefined],
  ['/api/v3/nowhere', 404, undefined, undefined],
])('%s is answered %i', async (url, status, cacheControl, text) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await http.inject({ method, url });
    expect(answer.statusCode, method).toBe(status);
    expect(answer.headers['cache-control'], method).toBe(cacheControl);
    if (method === 'GET' && text) expect(answer.body).toBe(text);
  }
});

test('a browser that takes packed files gets them', async () => {
  const headers = { 'accept-encoding': 'br' };
  const code = await http.inject({ url: '/assets/app-1a2b.js', headers });
  expect([code.headers['content-encoding'], code.body]).toEqual(['br', 'packed code']);
  expect(code.headers['cache-control']).toBe(FOREVER);
  expect((await http.inject({ url: '/orders', headers })).body).toBe('packed app');
});
