import type { FastifyInstance } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import type { Live, LiveNotice } from '../events/live.ts';
import { unauthenticated } from './problem.ts';

const HEARTBEAT_MS = 20_000;

/** A client user hears of its own client's records only. */
const heard = (actor: Actor) => (notice: LiveNotice) =>
  actor.clientId === null || notice.kind === '' || notice.clientId === actor.clientId;

/** Live updates as lines of JSON over a plain fetch, because EventSource sends no bearer token. */
export function serveLive(
  app: FastifyInstance,
  live: Live,
  authenticate: (bearer: string) => Promise<Actor | undefined>,
): void {
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
  app.get('/api/v3/live', async (request, reply) => {
    const token = request.headers.authorization?.split(' ')[1];
    const actor = token ? await authenticate(token) : undefined;
    if (!actor) throw unauthenticated();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const write = (line: unknown) => reply.raw.write(`${JSON.stringify(line)}\n`);
    write({ kind: 'hello' });
    const isHeard = heard(actor);
    const unsubscribe = live.subscribe((notices) => {
      for (const notice of notices.filter(isHeard)) write({ kind: notice.kind, id: notice.subjectId });
    });
    const beat = async () => {
      // A stream must not outlive its session: who may no longer call may no longer listen.
      const still = await authenticate(token ?? '').catch(() => undefined);
      if (still) write({ kind: 'still' });
      else end();
    };
    const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
    const end = () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(end);
      reply.raw.end();
    };
    streams.add(end);
    request.raw.on('close', end);
  });
}
