import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { outcome } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';

/** The folders and the files of the build. The address of a screen may contain a dot: a search for `a@b.example`. */
const FILE = /^\/(assets|avatars|icons|pictures)\/|^\/[^/]+\.[a-z0-9]+$/i;

/** Every path outside the API is the React app; an unknown /api path is a JSON 404. */
export async function servePages(app: FastifyInstance, webDir: string): Promise<void> {
  if (existsSync(join(webDir, 'index.html'))) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      // Its own header would replace the one below.
      cacheControl: false,
      setHeaders: (response, path) => {
        // File names under assets contain a hash of their content: they never change.
        const forever = path.includes(`${webDir}/assets/`);
        response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api') &&
      existsSync(join(webDir, 'index.html'));
    if (isPage && !FILE.test(request.url.split('?')[0] ?? ''))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.code(404).send({ message: outcome.notFound, reference: request.id });
  });
}
