import { type Endpoint, endpoint, fullPath, idOf, list, listEndpoint } from '@longshore/contract';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Target } from './test-request.ts';

/** Faults one could make by mistake; each must be reported by its check. */
export type Fault =
  | 'asks nobody who they are'
  | 'forgets to ask for the key'
  | 'refuses whoever has the key'
  | 'lets every client user write orders'
  | 'refuses client users who may write orders'
  | 'answers any id'
  | "shows another client's row"
  | "says that another client's row exists"
  | 'breaks on a mistyped body'
  | 'takes any body'
  | 'has no limit of size'
  | 'does not name a missing field'
  | 'breaks on a strange upload'
  | 'breaks on a strange query'
  | 'sorts by anything'
  | 'pages at random'
  | "lists another client's row"
  | 'gives no request id';

const Thing = z.object({ id: z.number(), client_id: z.number(), name: z.string() });
const NewThing = z.object({ name: z.string().min(1).max(50), size: z.number().int().max(1000) });

export const things = {
  get: endpoint({
    method: 'GET',
    path: '/things/:id',
    access: 'user',
    summary: 'A thing',
    params: { id: idOf('things') },
    response: Thing,
  }),
  create: endpoint({
    method: 'POST',
    path: '/things',
    access: 'user',
    summary: 'A new thing',
    body: NewThing,
    response: Thing,
  }),
  history: endpoint({
    method: 'GET',
    path: '/history',
    access: 'trace_history',
    summary: 'Who did what',
    response: z.literal(true),
  }),
  ship: endpoint({
    method: 'PUT',
    path: '/things/:id/ship',
    access: 'order_controller',
    summary: 'Ship it',
    params: { id: idOf('things') },
    response: Thing,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/sheets',
    access: 'user',
    summary: 'A sheet',
    upload: true,
    body: z.object({ note: z.string().optional() }),
    response: z.literal(true),
  }),
  list: listEndpoint({
    path: '/things',
    access: 'user',
    summary: 'Things',
    list: list({
      resource: 'things',
      row: Thing,
      sort: ['name'],
      defaultSort: { name: 'asc' },
      filters: {},
      defaultFilters: {},
      exported: {},
    }),
  }),
};

const rows = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, client_id: 1, name: `Thing ${index}` }));
const stranger = { id: 99, client_id: 2, name: 'Not yours' };
const named = (field: string) => ({ message: 'no', errors: { [field]: [`no ${field}`] }, keys: { [field]: ['No'] } });

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

const pageOf = (query: URLSearchParams) => ({
  page: Number(query.get('on_page') ?? 1),
  size: Number(query.get('per_page') ?? 15),
});

const isWithin = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;

/** The first field of a list's query that is refused. */
function wrongField(query: URLSearchParams, sortsByAnything: boolean): string | undefined {
  const { page, size } = pageOf(query);
  if (!isWithin(size, 1, 100)) return 'per_page';
  if (!isWithin(page, 1, 999)) return 'on_page';
  if ((query.get('search') ?? '').length > 200) return 'search';
  for (const key of query.keys()) {
    const field = /^(?:order_by|filter_by)\[(\w+)\]$/.exec(key)?.[1];
    if (field && field !== 'name' && !sortsByAnything) return field;
    if (key.startsWith('query[0][field]')) return `${query.get('query[0][relation]')}.${query.get(key)}`;
  }
  return undefined;
}

/** The status of a refusal because of who calls. */
function refusalOf(access: Endpoint['access'], token: string, has: (fault: Fault) => boolean): 401 | 403 | undefined {
  if (!/^(super|main|client|controller)/.test(token) && !has('asks nobody who they are')) return 401;
  const isKey = token === 'super' || token === 'main trace_history';
  if (access === 'trace_history' && isKey && has('refuses whoever has the key')) return 403;
  if (access === 'trace_history' && !isKey && !has('forgets to ask for the key')) return 403;
  if (access === 'order_controller' && token === 'client' && !has('lets every client user write orders')) return 403;
  if (token === 'controller' && has('refuses client users who may write orders')) return 403;
  return undefined;
}

function handlers(has: (fault: Fault) => boolean): Record<keyof typeof things, Handler> {
  const refuse = (reply: FastifyReply, field: string) => reply.code(422).send(named(field));
  const serveOne: Handler = (request, reply) => {
    const id = Number((request.params as { id: string }).id);
    const found = [...rows, stranger].find((row) => row.id === id);
    if (has('answers any id')) return { data: found ?? rows[0] };
    if (found === stranger && has("says that another client's row exists")) return reply.code(403).send({});
    if (found === stranger && has("shows another client's row")) return { data: found };
    return found && found !== stranger ? { data: found } : reply.code(404).send({});
  };
  return {
    get: serveOne,
    create: (request, reply) => {
      const result = NewThing.safeParse(request.body);
      if (result.success || has('takes any body')) return { data: rows[0] };
      if (has('breaks on a mistyped body') && typeof (request.body as { name?: unknown })?.name !== 'string')
        throw new Error('name.trim is not a function');
      if (has('does not name a missing field')) return reply.code(422).send({ message: 'no' });
      return refuse(reply, String(result.error.issues[0]?.path[0] ?? '_'));
    },
    history: () => ({ data: true }),
    ship: (request, reply) => serveOne(request, reply),
    upload: (request, reply) => {
      if (has('breaks on a strange upload')) throw new Error('not a zip archive');
      return String(request.headers['content-type']).startsWith('multipart') &&
        String(request.body).includes('filename="good.xlsx"')
        ? { data: true }
        : refuse(reply, 'file');
    },
    list: (request, reply) => {
      const query = new URLSearchParams(request.url.split('?')[1]);
      if (has('breaks on a strange query') && query.has('nobody_declared')) throw new Error('unknown');
      const wrong = wrongField(query, has('sorts by anything'));
      if (wrong) return refuse(reply, wrong);
      const { page, size } = pageOf(query);
      const shown = has("lists another client's row") ? [stranger, ...rows] : rows;
      const sorted = has('pages at random') ? shown.toSorted(() => Math.random() - 0.5) : shown;
      return { data: { records: sorted.slice((page - 1) * size, page * size) } };
    },
  };
}

/** A server that is correct except for the given fault. */
export function faultyApp(faults: readonly Fault[]): Target {
  const has = (fault: Fault) => faults.includes(fault);
  const app = fastify({ bodyLimit: has('has no limit of size') ? 10_000_000 : 1024 * 1024 });
  app.addHook('onRequest', async (_request, reply) => {
    if (!has('gives no request id')) reply.header('x-request-id', 'x');
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  const serve = handlers(has);
  for (const [name, line] of Object.entries(things) as [keyof typeof things, Endpoint][])
    app.route({
      method: line.method,
      url: fullPath(line),
      handler: async (request, reply) => {
        const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
        const refusal = refusalOf(line.access, token, has);
        if (refusal) return reply.code(refusal).send({});
        return serve[name](request, reply);
      },
    });
  return {
    http: app,
    tokenOf: async (kind, keys = []) => [kind, ...keys].join(' '),
    deadTokens: async () => ({ garbage: 'garbage' }),
    hasClients: async () => true,
    rowOf: async (_resource, whose) => (whose === 'own' ? rows[0] : stranger),
  };
}
