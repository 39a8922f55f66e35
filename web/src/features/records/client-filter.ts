import { api } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import type { PlainKey } from '../../lib/text/text.ts';
import type { ListFilter } from '../../ui/list/list-types.ts';

/** Filters lists that show the records of all clients. */
export function useClientFilter(label: PlainKey): ListFilter {
  const { data: clients = [] } = useRead(api.clients.selector, { body: { search: '' } });
  const named = Object.fromEntries(clients.map(({ id, company }) => [String(id), company]));
  return { name: 'client_id', label, options: {}, named };
}
