import type { Order, SessionUser } from '@longshore/contract';

/**
 * Whether the panel of the marketplace inbound plan belongs on an order's page: only open customer orders of a client
 * that uses it. The client is the one the user works for; a client user has no other.
 */
export const showsFbaPanel = (
  { type, status }: Pick<Order, 'type' | 'status'>,
  { working_client }: Pick<SessionUser, 'working_client'>,
): boolean => type === 'Customer Order' && status === 'Open' && working_client?.is_fba === true;
