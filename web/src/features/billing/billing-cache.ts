import { type Activity, api } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a saved activity without a second call; refreshes lists and history. */
export function rememberActivity(activity: Activity): void {
  remember(api.billingActivities.get, { params: { id: activity.id } }, activity);
  void refresh(api.billingActivities.list);
  void refresh(api.billingActivities.load);
  void refresh(api.records.traces);
}

export const refreshItems = () => Promise.all([refresh(api.billingItems.list), refresh(api.billingActivities.get)]);
