import { api, type Bucket } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** A saved bucket is shown at once; the lists and the items that offer it are asked again. */
export function rememberBucket(bucket: Bucket): void {
  remember(api.serials.get, { params: { id: bucket.id } }, bucket);
  forgetBuckets();
}

export function forgetBuckets(): void {
  void refresh(api.serials.list);
  void refresh(api.serials.onHand);
}
