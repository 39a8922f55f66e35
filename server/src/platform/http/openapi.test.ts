import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api, type Endpoint, errorCatalogue, fullPath } from '@longshore/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '../../../test/access/endpoints.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { openApi } from './openapi.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content: object }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const config = fileURLToPath(new URL('../../../redocly.yaml', import.meta.url));
const linter = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'longshore-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the linter as a process of its own, which contacts nobody: neither telemetry nor a look for updates. */
async function lint(document: object): Promise<string[]> {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [linter, 'lint', file, '--config', config, '--format', 'json'];
  // It exits with 1 when it finds something, and what it finds is in its output.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout: string }) => error,
  );
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const groups = api as unknown as Record<string, Record<string, Endpoint>>;
let it: TestApp;
let served: Document;
beforeAll(async () => {
  it = await testApp();
  served = (await it.http.inject('/api/openapi.json')).json();
});

const operations = () => Object.values(served.paths).flatMap((methods) => Object.values(methods));
const operationNamed = (name: string) => operations().find(({ operationId }) => operationId === name);

describe('OpenAPI', () => {
  test('passes an independent linter without a problem', async () => {
    expect(await lint(served)).toEqual([]);
  });

  test('the linter would find a broken document', async () => {
    const [path = ''] = Object.keys(served.paths);
    const broken = { ...served, paths: { ...served.paths, [path]: { get: { resource: 'unknown' } } } };
    expect((await lint(broken)).join('\n')).toContain('Property `resource` is not expected here');
  });

  test('has every endpoint, with who may call it', () => {
    for (const { name, endpoint } of listEndpoints(api)) {
      const operation = operationNamed(name);
      if (!operation) throw new Error(`${name} is not in the document`);
      expect(operation.security, name).toEqual(endpoint.access === 'guest' ? [] : [{ bearer: [] }]);
      const inPath = operation.parameters.filter((each) => each.in === 'path');
      expect(inPath, name).toHaveLength(Object.keys(endpoint.params).length);
      const { filter } = endpoint.list?.within ?? {};
      const needed = operation.parameters.filter((each) => each.in === 'query' && each.required);
      if (filter) expect(needed, name).toMatchObject([{ name: `filter_by[${filter}]` }]);
    }
  });

  test('operations whose paths differ only by a parameter share one template, on the addresses of the contract', () => {
    expect(Object.keys(served.paths['/api/v3/categories/{type_or_id}'] ?? {}).sort()).toEqual(['delete', 'get']);
    expect(Object.keys(served.paths['/api/v3/utility/pagination/{page_or_id}'] ?? {}).sort()).toEqual([
      'delete',
      'get',
    ]);
    const shape = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*');
    const printed = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${shape(path)}`),
    );
    const declared = listEndpoints(api).map(
      ({ endpoint }) => `${endpoint.method.toLowerCase()} ${shape(fullPath(endpoint))}`,
    );
    expect(printed.sort()).toEqual(declared.sort());
  });

  test('every operation lists its failures', () => {
    for (const { name, endpoint } of listEndpoints(api)) {
      const statuses = Object.keys(operationNamed(name)?.responses ?? {});
      expect(statuses, name).toEqual(expect.arrayContaining(['200', '500', '503']));
      if (endpoint.access !== 'guest') expect(statuses, name).toContain('401');
    }
  });

  test('the failures of the catalogue are listed by code', () => {
    for (const { name, endpoint } of listEndpoints(api)) {
      const { 400: refusal } = operationNamed(name)?.responses ?? {};
      const codes = endpoint.errors.length ? `"enum":[${endpoint.errors.join(',')}]` : '"$ref"';
      if (refusal) expect(JSON.stringify(refusal.content ?? {}), name).toContain(codes);
      for (const code of endpoint.errors)
        expect(refusal?.description ?? '', name).toContain(`${code}: ${errorCatalogue[code]}`);
    }
  });

  test('is what the server serves', () => {
    expect(served).toEqual(JSON.parse(JSON.stringify(openApi(groups))));
  });

  test('has a page to read and try it, served by this server only', async () => {
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
