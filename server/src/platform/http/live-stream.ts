import type { FastifyInstance } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import type { Live, LiveNotice } from '../events/live.ts';
import { unauthenticated } from './problem.ts';

/** The event of a session's end; it is not sent to screens. */
const SESSION_ENDED = 'session.ended';

/** A browser has one stream for all its tabs; a user has a few browsers. */
export const STREAMS_PER_USER = 5;

/** A client user receives only notices about its own client's records. */
const isFor = (actor: Actor) => (notice: LiveNotice) =>
  actor.clientId === null || notice.kind === '' || notice.clientId === actor.clientId;

/**
 * The open streams by user. One too many closes the oldest: that one may belong to a browser that disappeared without
 * closing its connection, which only a failing write would reveal, while the newest has a user in front of it.
 */
class OpenStreams {
  private readonly ofUser = new Map<number, Set<() => void>>();

  add(userId: number, end: () => void): void {
    const streams = this.ofUser.get(userId) ?? new Set();
    this.ofUser.set(userId, streams);
    streams.add(end);
    const [oldest] = streams;
    if (streams.size > STREAMS_PER_USER) oldest?.();
  }

  remove(userId: number, end: () => void): void {
    const streams = this.ofUser.get(userId);
    streams?.delete(end);
    if (!streams?.size) this.ofUser.delete(userId);
  }

  endAll(): void {
    for (const streams of this.ofUser.values()) for (const end of streams) end();
  }
}

/** Live updates as lines of JSON over fetch, because EventSource cannot send a bearer token. */
export function serveLive(
  app: FastifyInstance,
  live: Live,
  authenticate: (bearer: string, address: string) => Promise<Actor | undefined>,
  heartbeatMs: number,
): void {
  const streams = new OpenStreams();
  app.addHook('preClose', async () => streams.endAll());
  app.get('/api/v3/live', async (request, reply) => {
    const token = request.headers.authorization?.split(' ')[1];
    const actor = token ? await authenticate(token, request.ip) : undefined;
    if (!actor) throw unauthenticated();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'application/x-ndjson',
      'x-accel-buffering': 'no',
    });
    const write = (line: unknown) => reply.raw.write(`${JSON.stringify(line)}\n`);
    write({ kind: 'hello' });
    const isMine = isFor(actor);
    const unsubscribe = live.subscribe((notices) => {
      if (notices.some(({ kind, subjectId }) => kind === SESSION_ENDED && subjectId === actor.id)) void check();
      for (const notice of notices.filter(isMine))
        if (notice.kind !== SESSION_ENDED) write({ kind: notice.kind, id: notice.subjectId });
    });
    const beat = async () => {
      // A reader that has not consumed the previous heartbeat is stalled, and would fill our memory.
      if (reply.raw.writableLength > 0) return abandon();
      if (await check()) write({ kind: 'still' });
    };
    /** A stream must not outlive its session: a user who may no longer call may no longer receive updates. */
    const check = async () => {
      const still = await authenticate(token ?? '', request.ip).catch(() => undefined);
      if (!still) end();
      return still !== undefined;
    };
    const heartbeat = setInterval(() => void beat(), heartbeatMs);
    const end = () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.remove(actor.id, end);
      reply.raw.end();
    };
    const abandon = () => {
      end();
      reply.raw.destroy();
    };
    streams.add(actor.id, end);
    reply.raw.on('close', end);
  });
}
