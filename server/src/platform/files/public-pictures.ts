import { isUploadedPicture, PICTURES_PATH } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import { notFound, refused } from '../http/problem.ts';
import { pictureMedia } from './pictures.ts';
import type { FileStorage } from './storage.ts';

/** The storage folder of public pictures: the logo is shown before anybody has signed in. */
export const PUBLIC_FOLDER = 'public';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Serves uploaded pictures publicly. Their names are unguessable and never reused, so browsers may cache them. */
export function servePublicPictures(app: FastifyInstance, storage: FileStorage): void {
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const media = pictureMedia(name);
    if (!media || !isUploadedPicture(`${PICTURES_PATH}/${name}`)) throw notFound();
    const stream = await storage.read(`${PUBLIC_FOLDER}/${name}`).catch(() => {
      throw refused(10003);
    });
    if (!stream) throw notFound();
    return reply
      .header('content-type', media)
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('x-content-type-options', 'nosniff')
      .send(stream);
  });
}
