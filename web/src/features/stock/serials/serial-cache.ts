import { api, type Bucket } from '@longshore/contract';
import { refresh, remember } from '../../../lib/api.ts';

/** A saved bucket is shown at once; the lists and the items that offer it are asked again. */
export function rememberBucket(bucket: Bucket): void {
  remember(api.serials.get, { params: { id: bucket.id } }, bucket);
  forgetBuckets();
}

/** What was taken out of a bucket is no longer told by the answer: the bucket is asked again too. */
export async function refreshBucket(id: number): Promise<void> {
  forgetBuckets();
  await refresh(api.serials.get, { params: { id } });
}

export function forgetBuckets(): void {
  void refresh(api.serials.list);
  void refresh(api.serials.onHand);
}
