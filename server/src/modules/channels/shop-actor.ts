import type { Actor } from '../../platform/auth/actor.ts';

/**
 * Who places and changes the orders of a shop: the connection itself, under its own name. Its rights are those of the
 * staff, for its client only; nothing asks for its e-mail.
 */
export const shopActor = (connection: { client_id: number; name: string; user_id: number }): Actor => ({
  id: connection.user_id,
  name: connection.name,
  email: '',
  clientId: null,
  workingClientId: connection.client_id,
  is_su: false,
  is_main_user: true,
  order_controller: true,
  statement_reader: false,
  access: {},
  lang: 'en',
  sessionId: null,
  isReadOnly: false,
});
