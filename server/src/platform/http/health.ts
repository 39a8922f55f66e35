import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface Readiness {
  draining: boolean;
  /** Undefined when the database answers and is migrated; else what is wrong. */
  problem(): Promise<string | undefined>;
}

/** For operators: is the process alive, may it get traffic, what has it been doing. */
export function serveHealth(app: FastifyInstance, readiness: Readiness, registry: Registry): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = readiness.draining ? 'draining' : await readiness.problem();
    return reply.code(problem ? 503 : 200).send({ status: problem ?? 'ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await registry.metrics()),
  );
}
