import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type Access,
  type Endpoint,
  errorCatalogue,
  fullPath,
  outcome,
  takesListQuery,
  VERSION,
} from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { XLSX } from './adapter.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: unknown, io: 'input' | 'output'): Json => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' });
  return shape;
};

const accessInWords = (access: Access): string => {
  if (access === 'guest') return 'Anyone.';
  if (access === 'user') return 'Any signed-in user.';
  if (access === 'main') return 'Main-company users.';
  if (access === 'super') return 'Super users.';
  return `Main users whose role has ${typeof access === 'string' ? access : access.join(' or ')}.`;
};

const listParameters = [
  ['on_page', 'Page, from 1.'],
  ['per_page', 'Rows a page, at most 100.'],
  ['search', 'Three characters find a fragment; fewer an exact match or a beginning.'],
  ['order_by[field]', 'asc or desc.'],
  ['filter_by[field]', 'Values, comma-joined.'],
  ['query[0][field]', 'A condition, with query[0][relation], [operator], [value] and [join].'],
].map(([name, description]) => ({ name, in: 'query', required: false, description, schema: { type: 'string' } }));

/** The one filter that a list of one record's rows cannot do without. */
const withinParameters = ({ list }: Endpoint): Json[] =>
  list?.within
    ? [{ name: `filter_by[${list.within.filter}]`, in: 'query', required: true, schema: { type: 'string' } }]
    : [];

function parametersOf(endpoint: Endpoint): Json[] {
  const path = Object.entries(endpoint.params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema, 'input'),
  }));
  if (takesListQuery(endpoint)) return [...path, ...withinParameters(endpoint), ...listParameters];
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

function responsesOf(endpoint: Endpoint): Json {
  const failure = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  const data = { type: 'object', properties: { data: schemaOf(endpoint.response, 'output') }, required: ['data'] };
  const sheet = { [XLSX]: { schema: { type: 'string', format: 'binary' } } };
  const responses: Json = {
    200: {
      description: 'Done.',
      content: endpoint.file ? sheet : { 'application/json': { schema: data }, ...(endpoint.list ? sheet : {}) },
    },
  };
  if (endpoint.errors.length)
    responses[400] = failure(endpoint.errors.map((code) => `${code}: ${errorCatalogue[code]}`).join('; '));
  if (endpoint.access !== 'guest' || endpoint.path === '/auth/login') responses[401] = failure(outcome.unauthenticated);
  if (endpoint.access !== 'guest') responses[403] = failure(outcome.forbidden);
  if (Object.keys(endpoint.params).length) responses[404] = failure(outcome.notFound);
  if (endpoint.body || endpoint.query || endpoint.list) responses[422] = failure(outcome.invalid);
  if (endpoint.attempts) responses[429] = failure(outcome.tooMany);
  return responses;
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
  },
};

/** The contract, printed for partners. */
export function openApi(groups: Record<string, Record<string, Endpoint>>): Json {
  const paths: Record<string, Json> = {};
  for (const [tag, endpoints] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = fullPath(endpoint).replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          operationId: `${tag}.${name}`,
          tags: [tag],
          summary: endpoint.summary,
          description: `Who: ${accessInWords(endpoint.access)}`,
          security: endpoint.access === 'guest' ? [] : [{ bearer: [] }],
          parameters: parametersOf(endpoint),
          ...(endpoint.body ? { requestBody: requestBodyOf(endpoint) } : {}),
          responses: responsesOf(endpoint),
        },
      };
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Longshore', version: VERSION, description: 'Warehouse management for third-party logistics.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an API token.' } },
    },
  };
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Longshore API</title>
<link rel="stylesheet" href="/api/docs/ui/swagger-ui.css"></head><body><div id="ui"></div>
<script src="/api/docs/ui/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#ui', deepLinking: true });`;

export function serveOpenApi(app: FastifyInstance, groups: Record<string, Record<string, Endpoint>>): void {
  const text = JSON.stringify(openApi(groups));
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const serve = (path: string, type: string, content: () => string) =>
    app.get(path, async (_request, reply) => reply.type(type).send(content()));
  serve('/api/openapi.json', 'application/json', () => text);
  serve('/api/docs', 'text/html', () => page);
  serve('/api/docs/start.js', 'text/javascript', () => start);
  serve('/api/docs/ui/swagger-ui.css', 'text/css', () => readFileSync(join(folder, 'swagger-ui.css'), 'utf8'));
  serve('/api/docs/ui/swagger-ui-bundle.js', 'text/javascript', () =>
    readFileSync(join(folder, 'swagger-ui-bundle.js'), 'utf8'),
  );
}
