import { api } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import type { ListFilter } from '../../ui/list/list-types.ts';

/** Filters lists that show the records of all clients; one click leaves those of the working client. */
export function useClientFilter(label: PlainKey): ListFilter {
  const { data: clients = [] } = useRead(api.clients.selector, { body: { search: '' } });
  const named = Object.fromEntries(clients.map(({ id, company }) => [String(id), company]));
  const { user } = useSession();
  const t = useText();
  const working = user.working_client;
  const offer = working && {
    all: 'lists.allClients' as const,
    value: String(working.id),
    label: t('lists.onlyClient', { company: working.company }),
  };
  return { name: 'client_id', label, options: {}, named, offer: offer ?? undefined };
}
