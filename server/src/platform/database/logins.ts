import { createHmac } from 'node:crypto';

/** The group roles a transaction may run as. Their rights are in the migrations. */
export const SCOPE_ROLES = ['app_client', 'app_staff', 'app_auth', 'app_worker'] as const;
export type ScopeRole = (typeof SCOPE_ROLES)[number];

export interface Login {
  name: string;
  password: string | undefined;
}

/** PostgreSQL truncates longer names, and two of ours would become the same. */
const NAME_MAX_BYTES = 63;

/** `postgres://` URLs may contain the login before the host or as parameters; the driver prefers the parameters. */
export function loginOf(url: string): Login {
  const { username, password, searchParams } = new URL(url);
  return {
    name: searchParams.get('user') ?? decodeURIComponent(username),
    password: (searchParams.get('password') ?? decodeURIComponent(password)) || undefined,
  };
}

export function withLogin(url: string, { name, password }: Login): string {
  const changed = new URL(url);
  changed.searchParams.delete('user');
  changed.searchParams.delete('password');
  changed.username = encodeURIComponent(name);
  changed.password = password === undefined ? '' : encodeURIComponent(password);
  return changed.href;
}

/**
 * The login of one role, derived from the one the operator configures. Each password is an HMAC of the configured one:
 * whoever learns the password of one role can compute neither the configured password nor that of another role.
 */
export function roleLogin({ name, password }: Login, role: ScopeRole): Login {
  const own = `${name}${role.slice('app'.length)}`;
  if (Buffer.byteLength(own) > NAME_MAX_BYTES) throw new Error(`The login name ${name} is too long.`);
  if (password === undefined) return { name: own, password };
  return { name: own, password: createHmac('sha256', password).update(`longshore login ${role}`).digest('base64url') };
}

/** The URL with the login of a role. Such a connection can take this role and no other. */
export const urlOfRole = (databaseUrl: string, role: ScopeRole): string =>
  withLogin(databaseUrl, roleLogin(loginOf(databaseUrl), role));
