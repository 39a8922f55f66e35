import type { Order, SessionUser } from '@longshore/contract';

/**
 * Whether the panel of the marketplace inbound plan belongs on an order's page: only open customer orders of a client
 * that uses it: the one that a main user works for, or the client user's own.
 */
export const showsFbaPanel = (
  { type, status }: Pick<Order, 'type' | 'status'>,
  { is_main_user, working_client, client }: Pick<SessionUser, 'is_main_user' | 'working_client' | 'client'>,
): boolean =>
  type === 'Customer Order' && status === 'Open' && (is_main_user ? working_client : client)?.is_fba === true;
