import { api, type Bucket } from '@longshore/contract';
import { refresh, remember } from '../../../lib/api.ts';

/** Shows a saved bucket without a second call; refreshes the lists and the items that offer it. */
export function rememberBucket(bucket: Bucket): void {
  remember(api.serials.get, { params: { id: bucket.id } }, bucket);
  forgetBuckets();
}

/** The answer does not contain what was taken out of the bucket, so the bucket is refreshed too. */
export async function refreshBucket(id: number): Promise<void> {
  forgetBuckets();
  await refresh(api.serials.get, { params: { id } });
}

export function forgetBuckets(): void {
  void refresh(api.serials.list);
  void refresh(api.serials.onHand);
}
