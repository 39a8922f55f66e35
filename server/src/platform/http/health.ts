import fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface Readiness {
  draining: boolean;
  /** Undefined when the database answers and is migrated; otherwise the problem. */
  problem(): Promise<string | undefined>;
}

const problemOf = async (readiness: Readiness) => (readiness.draining ? 'draining' : await readiness.problem());

/** For load balancers, public: is the process alive, and ready for traffic. The reason is for operators only. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = await problemOf(readiness);
    return reply.code(problem ? 503 : 200).send({ status: problem ? 'not ready' : 'ready' });
  });
}

/** For operators only, on a separate port that is not exposed: metrics, and why the process is not ready. */
export function makeOperatorServer(readiness: Readiness, registry: Registry): FastifyInstance {
  const app = fastify({ requestTimeout: 10_000, connectionTimeout: 30_000 });
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = await problemOf(readiness);
    return reply.code(problem ? 503 : 200).send({ status: problem ?? 'ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await registry.metrics()),
  );
  return app as unknown as FastifyInstance;
}
