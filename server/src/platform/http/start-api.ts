import { api, type Endpoint } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import { queuedOpener } from '../database/fair-queue.ts';
import { urlOfRole } from '../database/logins.ts';
import { startLive } from '../events/live.ts';
import { servePublicPictures } from '../files/public-pictures.ts';
import { serveFiles } from '../files/serve-files.ts';
import { bindingsOf, type Tools } from '../module.ts';
import type { AppOptions } from '../options.ts';
import { type AdapterOptions, serveBindings } from './adapter.ts';
import { serveLive } from './live-stream.ts';
import { serveOpenApi } from './openapi.ts';
import { servePages } from './pages.ts';
import { connectionLimits } from './server.ts';

/** Serves the API, its description, files, live updates and the pages. Returns how to stop what it started. */
export async function startApi(
  http: FastifyInstance,
  tools: Tools,
  options: AppOptions,
  callers: Pick<AdapterOptions, 'authenticate' | 'readTimezone'>,
): Promise<() => Promise<unknown>> {
  serveBindings(http, bindingsOf(tools), {
    ...options,
    ...callers,
    exports: tools.exports,
    open: queuedOpener(tools.open),
    constraints: tools.registry.table('constraints'),
    clock: tools.clock,
  });
  for (const { serves } of tools.registry.modules) serves?.(http, tools);
  serveFiles(http, tools.links, tools.storage);
  servePublicPictures(http, tools.storage);
  serveOpenApi(http, api as unknown as Record<string, Record<string, Endpoint>>);
  // Listening needs no right on any table, so it uses the login with the fewest rights.
  const live = startLive(urlOfRole(options.databaseUrl, 'app_client'), options.log);
  serveLive(http, live, callers.authenticate, (options.connectionLimits ?? connectionLimits).heartbeatMs);
  await servePages(http, options.webDir);
  return live.stop;
}
