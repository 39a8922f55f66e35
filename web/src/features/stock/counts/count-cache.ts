import { api, type Count } from '@longshore/contract';
import { refresh, remember } from '../../../lib/api.ts';

/** Caches the count that the server returned; refreshes its rows and the list. */
export function rememberCount(count: Count): void {
  remember(api.counts.get, { params: { id: count.id } }, count);
  void refresh(api.counts.lines);
  void refresh(api.counts.list);
}

export const refreshCount = (id: number) =>
  Promise.all([refresh(api.counts.get, { params: { id } }), refresh(api.counts.lines), refresh(api.counts.list)]);
