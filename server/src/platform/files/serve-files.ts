import type { FastifyInstance } from 'fastify';
import { notFound, refused } from '../http/problem.ts';
import { servedMedia } from './file-types.ts';
import { type DownloadLinks, LINKS_AT } from './links.ts';
import type { FileStorage } from './storage.ts';

/** The file name in both encodings of Content-Disposition; the plain one has only safe characters. */
const disposition = (name: string) => {
  const plain = name.replace(/[^\w .()+-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/** Streams a file to anyone who has its link: always as a download, never as a page of ours. */
export function serveFiles(app: FastifyInstance, links: DownloadLinks, storage: FileStorage): void {
  app.get<{ Params: { token: string } }>(`${LINKS_AT}/:token/:name`, async (request, reply) => {
    const file = links.read(request.params.token);
    if (!file) throw notFound();
    const stream = await storage.read(file.path).catch(() => {
      throw refused(10003);
    });
    if (!stream) throw notFound();
    return reply
      .header('content-type', servedMedia(file.media))
      .header('content-disposition', disposition(file.name))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(stream);
  });
}
