import type { Order, SessionUser } from '@longshore/contract';

/**
 * Whether the panel of the marketplace inbound plan belongs on an order's page: on open customer orders, when the
 * client ships to a marketplace. For a main user that is the working client, for a client user their own.
 */
export const showsFbaPanel = (
  { type, status }: Pick<Order, 'type' | 'status'>,
  { is_main_user, working_client, client }: Pick<SessionUser, 'is_main_user' | 'working_client' | 'client'>,
): boolean =>
  type === 'Customer Order' && status === 'Open' && (is_main_user ? working_client : client)?.is_fba === true;
