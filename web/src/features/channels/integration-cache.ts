import { api, type Integration } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a saved connection without a second call; refreshes lists and history. */
export function rememberIntegration(integration: Integration): void {
  remember(api.integrations.get, { params: { id: integration.id } }, integration);
  void refresh(api.integrations.list);
  void refresh(api.integrations.health);
  void refresh(api.records.traces);
}

/** What a mapping changes: orders that wait for it go on. */
export const refreshMapped = (id: number) =>
  Promise.all([
    refresh(api.integrations.get, { params: { id } }),
    refresh(api.integrations.skus, { params: { id } }),
    refresh(api.integrations.couriers, { params: { id } }),
    refreshOrders(),
  ]);

export const refreshOrders = () =>
  Promise.all([
    refresh(api.integrations.orders),
    refresh(api.integrations.order),
    refresh(api.integrations.health),
    refresh(api.integrations.list),
  ]);

export const refreshRuns = () =>
  Promise.all([refresh(api.integrations.runs), refresh(api.integrations.calls), refresh(api.integrations.health)]);
