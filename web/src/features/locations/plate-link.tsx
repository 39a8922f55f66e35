import { api, formatListQuery } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';

/** Plates have no page of their own: links to a search in their list, for users who may see it. */
export function PlateLink({ license }: { license: string }) {
  const { can } = useSession();
  const number = <Mono>{license}</Mono>;
  if (!can(api.licenses.list.access)) return number;
  const query = formatListQuery({ on_page: 1, search: license });
  return <RouteLink href={`/licenses/${encodeURIComponent(query)}`}>{number}</RouteLink>;
}
