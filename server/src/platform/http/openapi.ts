import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type Access,
  type Endpoint,
  errorCatalogue,
  fullPath,
  outcome,
  VERSION,
  WEBHOOK_TRIGGERS,
  webhookCalls,
} from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CSV, XLSX } from './adapter.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: unknown, io: 'input' | 'output'): Json => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: 'any',
    // The table of an id is metadata for our own tests; JSON Schema has no such keyword.
    override: ({ jsonSchema }) => {
      delete jsonSchema.resource;
      delete jsonSchema.missing;
      delete jsonSchema.whole;
    },
  });
  return shape;
};

const accessInWords = (access: Access): string => {
  if (access === 'guest') return 'Anyone.';
  if (access === 'user') return 'Any signed-in user.';
  if (access === 'main') return 'Main-company users.';
  if (access === 'order_controller') return 'Main-company users, and client users who may write orders.';
  if (access === 'statement_reader')
    return 'Main users whose role has view_entry_list, and client users who may read statements.';
  if (access === 'channel_reader')
    return 'Main users whose role has view_api_list, and client users who may write orders.';
  if (access === 'super') return 'Super users.';
  if (typeof access === 'string') return `Main users whose role has ${access}.`;
  return `Main users whose role has ${'all' in access ? access.all.join(' and ') : access.join(' or ')}.`;
};

const listParameters = [
  ['on_page', 'Page, from 1.'],
  ['per_page', 'Rows a page, at most 100.'],
  ['search', 'Three characters find a fragment; fewer an exact match or a beginning.'],
  ['order_by[field]', 'asc or desc.'],
  ['filter_by[field]', 'Values, comma-joined.'],
  ['query[0][field]', 'A condition, with query[0][relation], [operator], [value] and [join].'],
].map(([name, description]) => ({ name, in: 'query', required: false, description, schema: { type: 'string' } }));

/** The filter that is required in a list of one record's rows. */
const withinParameters = ({ list }: Endpoint): Json[] =>
  list?.within
    ? [{ name: `filter_by[${list.within.filter}]`, in: 'query', required: true, schema: { type: 'string' } }]
    : [];

function parametersOf(endpoint: Endpoint, nameInPath: (param: string) => string): Json[] {
  const path = Object.entries(endpoint.params).map(([name, schema]) => ({
    name: nameInPath(name),
    in: 'path',
    required: true,
    schema: schemaOf(schema, 'input'),
  }));
  if (endpoint.takesListQuery) return [...path, ...withinParameters(endpoint), ...listParameters];
  if (!endpoint.query) return path;
  const shape = schemaOf(endpoint.query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  const query = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: shape.required?.includes(name) ?? false,
    schema,
  }));
  return [...path, ...query];
}

function requestBodyOf(endpoint: Endpoint): Json | undefined {
  if (!endpoint.body) return undefined;
  const schema = schemaOf(endpoint.body, 'input') as { properties?: Json };
  if (!endpoint.upload) return { required: true, content: { 'application/json': { schema } } };
  const withFile = { ...schema, properties: { ...schema.properties, file: { type: 'string', format: 'binary' } } };
  return { required: true, content: { 'multipart/form-data': { schema: withFile } } };
}

/** By a password, or by the code of a badge. */
const signsIn = ({ path }: Endpoint) => path === '/auth/login' || path === '/session/action/badge';

/** Checks of what somebody signs in with are rate-limited on every endpoint that has one. */
const checksPassword = (endpoint: Endpoint) => signsIn(endpoint) || asksPassword(endpoint);
const asksPassword = ({ body }: Endpoint) => body instanceof z.ZodObject && 'current_password' in body.shape;

/** Why a signed-in caller may be refused. */
const refusedAccess = ({ interactive, reads, access }: Endpoint) =>
  [
    outcome.forbidden,
    ...(interactive ? [outcome.needsSignIn] : []),
    ...(reads || access === 'guest' ? [] : [outcome.readOnlyToken]),
  ].join('; ');

/** Every status besides success that a call may answer, with its meaning. */
export function failuresOf(endpoint: Endpoint): Record<number, string> {
  const { access, body, query, params, errors } = endpoint;
  const isGuest = access === 'guest';
  const writes = !endpoint.reads;
  const refusals = errors.map((code) => `${code}: ${errorCatalogue[code]}`);
  const namesRecords = Object.keys(params).length > 0 || body !== undefined || query !== undefined;
  const cases: [status: number, applies: boolean, meaning: string][] = [
    [400, errors.length > 0 || body !== undefined, [...refusals, ...(body ? [outcome.notJson] : [])].join('; ')],
    [401, !isGuest || signsIn(endpoint), outcome.unauthenticated],
    [403, !isGuest || signsIn(endpoint), refusedAccess(endpoint)],
    [404, namesRecords, outcome.notFound],
    [409, writes && !isGuest, `${outcome.stale}; ${outcome.keyReused}`],
    [413, body !== undefined, outcome.tooLarge],
    [415, body !== undefined, outcome.wrongMedia],
    [422, endpoint.takesListQuery || namesRecords || writes, outcome.invalid],
    [429, endpoint.attempts !== undefined || checksPassword(endpoint), outcome.tooMany],
    [500, true, outcome.defect],
    [503, true, outcome.busy],
  ];
  return Object.fromEntries(cases.filter(([, applies]) => applies).map(([status, , meaning]) => [status, meaning]));
}

const failureRef = { $ref: '#/components/schemas/Failure' };

/** A refusal has one of the error codes that its call declares. */
const refusalSchema = (endpoint: Endpoint) => ({
  allOf: [
    failureRef,
    {
      type: 'object',
      properties: { error_code: { type: 'integer', enum: [...endpoint.errors] } },
    },
  ],
});

function responsesOf(endpoint: Endpoint): Json {
  const data = { type: 'object', properties: { data: schemaOf(endpoint.response, 'output') }, required: ['data'] };
  const sheet = { [XLSX]: { schema: { type: 'string', format: 'binary' } } };
  const rows = { ...sheet, [CSV]: { schema: { type: 'string' } } };
  const failures = Object.entries(failuresOf(endpoint)).map(([status, description]) => {
    const schema = status === '400' && endpoint.errors.length ? refusalSchema(endpoint) : failureRef;
    return [status, { description, content: { 'application/json': { schema } } }];
  });
  return {
    200: {
      description: 'Done.',
      content: endpoint.file ? sheet : { 'application/json': { schema: data }, ...(endpoint.list ? rows : {}) },
    },
    ...Object.fromEntries(failures),
  };
}

const failureSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    error_code: { type: 'integer' },
    reference: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    keys: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    details: { type: 'object', description: 'The records that a refusal is about, by their kind.' },
  },
};

const shapeOfPath = (path: string) => path.replace(/:\w+/g, ':');
const paramsOfPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/**
 * OpenAPI forbids two templates that differ only by a parameter's name, as `GET /categories/{type}` and `DELETE
 * /categories/{id}` do. Such operations share one template whose parameter has both names: `{type_or_id}`.
 */
function pathTemplates(endpoints: Endpoint[]): (endpoint: Endpoint) => { path: string; nameOf(param: string): string } {
  const names = new Map<string, Set<string>[]>();
  for (const path of endpoints.map(fullPath)) {
    const known = names.get(shapeOfPath(path)) ?? paramsOfPath(path).map(() => new Set<string>());
    for (const [at, name] of paramsOfPath(path).entries()) known[at]?.add(name);
    names.set(shapeOfPath(path), known);
  }
  return (endpoint) => {
    const path = fullPath(endpoint);
    const own = paramsOfPath(path);
    const shared = names.get(shapeOfPath(path)) ?? [];
    const nameOf = (param: string) => [...(shared[own.indexOf(param)] ?? [param])].join('_or_');
    return { path: path.replace(/:(\w+)/g, (_, param: string) => `{${nameOf(param)}}`), nameOf };
  };
}

function operationOf(operationId: string, tag: string, endpoint: Endpoint, nameOf: (param: string) => string): Json {
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    description: `Who: ${accessInWords(endpoint.access)}${endpoint.interactive ? ' Not with an API token.' : ''}`,
    security: endpoint.access === 'guest' ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint, nameOf),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint) } : {}),
    responses: responsesOf(endpoint),
  };
}

const webhookHeaders = [
  ['x-longshore-id', 'The id of the call, the same for every attempt.'],
  ['x-longshore-timestamp', 'Seconds since 1970 at this attempt.'],
  [
    'x-longshore-signature',
    '`sha256=` and the HMAC-SHA256 of `timestamp.body` with the key of the webhook, in hexadecimal.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

/** The calls that a client's webhooks receive, by the name of their trigger. */
function webhooks(): Record<string, Json> {
  const operations = Object.entries(webhookCalls).map(([kind, { trigger, summary, body }]) => {
    const operation = {
      operationId: `webhooks.${kind}`,
      tags: ['webhooks'],
      summary,
      description: `Trigger ${trigger}. It is sent until it is answered with a 2xx status, in order per record.`,
      security: [],
      parameters: webhookHeaders,
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output') } } },
      responses: {
        200: { description: 'Received. Any 2xx status will do.' },
        400: { description: 'Refused. Any other status is tried again later.' },
      },
    };
    return [WEBHOOK_TRIGGERS[trigger], { post: operation }] as const;
  });
  return Object.fromEntries(operations);
}

/** The contract as an OpenAPI document. */
export function openApi(groups: Record<string, Record<string, Endpoint>>): Json {
  const templateOf = pathTemplates(Object.values(groups).flatMap((endpoints) => Object.values(endpoints)));
  const paths: Record<string, Json> = {};
  for (const [tag, endpoints] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const { path, nameOf } = templateOf(endpoint);
      const operation = operationOf(`${tag}.${name}`, tag, endpoint, nameOf);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Longshore',
      version: VERSION,
      description: 'Warehouse management for third-party logistics.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token or an API token. A read-only API token may call only what changes nothing.',
        },
      },
    },
  };
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Longshore API</title>
<link rel="stylesheet" href="/api/docs/ui/swagger-ui.css"></head><body><div id="ui"></div>
<script src="/api/docs/ui/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#ui', deepLinking: true });`;

export function serveOpenApi(app: FastifyInstance, groups: Record<string, Record<string, Endpoint>>): void {
  // Made when somebody asks for it: it takes as long as a tenth of a start.
  let text: string | undefined;
  const description = () => {
    text ??= JSON.stringify(openApi(groups));
    return text;
  };
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const serve = (path: string, type: string, content: () => string) =>
    app.get(path, async (_request, reply) => reply.type(type).send(content()));
  serve('/api/openapi.json', 'application/json', description);
  serve('/api/docs', 'text/html', () => page);
  serve('/api/docs/start.js', 'text/javascript', () => start);
  serve('/api/docs/ui/swagger-ui.css', 'text/css', () => readFileSync(join(folder, 'swagger-ui.css'), 'utf8'));
  serve('/api/docs/ui/swagger-ui-bundle.js', 'text/javascript', () =>
    readFileSync(join(folder, 'swagger-ui-bundle.js'), 'utf8'),
  );
}
