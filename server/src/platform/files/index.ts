import { join } from 'node:path';
import { type BucketOptions, bucketStorage } from './bucket.ts';
import { folderStorage } from './folder.ts';
import type { FileStorage } from './storage.ts';

/** The bucket when the operator configured one, otherwise a folder in the data directory. */
export const openStorage = (dataDir: string, bucket: BucketOptions | undefined): FileStorage =>
  bucket ? bucketStorage(bucket) : folderStorage(join(dataDir, 'files'));
