import { api, type Client } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a saved client without a second call; refreshes lists and history. */
export function rememberClient(client: Client): void {
  remember(api.clients.get, { params: { id: client.id } }, client);
  void refresh(api.clients.list);
  void refresh(api.records.traces);
}

/** Saving a webhook changes its client and the client's history. */
export const refreshClient = (id: number) =>
  Promise.all([refresh(api.clients.get, { params: { id } }), refresh(api.records.traces)]);
