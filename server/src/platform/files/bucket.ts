import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { assertSafePath, type FileStorage, StorageFailure } from './storage.ts';

export interface BucketOptions {
  /** Address of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
}

const PATIENCE_MS = 30_000;

/** Files in an S3-compatible bucket, for installations of more than one machine. */
export function bucketStorage(options: BucketOptions): FileStorage {
  const service = new S3mini({
    accessKeyId: options.key,
    secretAccessKey: options.secret,
    endpoint: `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`,
    region: options.region,
    requestAbortTimeout: PATIENCE_MS,
  });
  const ask = async <Answer>(path: string, question: () => Promise<Answer>): Promise<Answer> => {
    assertSafePath(path);
    try {
      return await question();
    } catch (error) {
      throw new StorageFailure((error as Error).message, { cause: error });
    }
  };
  return {
    put: (path, bytes) =>
      ask(path, async () => {
        const answer = await service.putObject(path, bytes, 'application/octet-stream');
        if (!answer.ok) throw new StorageFailure(`The bucket answered ${answer.status}.`);
      }),
    has: (path) => ask(path, async () => (await service.objectExists(path)) === true),
    read: (path) =>
      ask(path, async () => {
        const answer = await service.getObjectResponse(path);
        return answer?.body ? Readable.fromWeb(answer.body as WebStream) : undefined;
      }),
    remove: (path) => ask(path, async () => void (await service.deleteObject(path))),
  };
}
