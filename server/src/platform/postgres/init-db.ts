import pg from 'pg';
import { type Login, roleLogin, SCOPE_ROLES, withLogin } from '../database/logins.ts';
import { EmbeddedError } from './embedded-error.ts';

const OLDEST_MAJOR = 15;
/** An arbitrary number, the same for every process that creates roles. */
const ROLE_LOCK = 7_310_519;

export const OWNER_NAME = 'longshore_owner';
export const SERVER_NAME = 'longshore_server';

export interface InitOptions {
  database: string;
  /** Runs migrations and owns the tables. */
  owner: Login;
  /** The login in DATABASE_URL. It has no rights itself: the logins of the roles are derived from it. */
  server: Login;
}

/**
 * Creates the group roles, the logins and the database, or adds what is missing: the owner migrates and owns, the
 * logins of the roles own nothing and have no rights until they take their group role. Idempotent; it sets the given
 * passwords each time, and revokes the group roles from a server login that an earlier release granted them to.
 */
export async function initDatabase(
  adminUrl: string,
  options: InitOptions,
): Promise<{ ownerUrl: string; serverUrl: string; created: boolean }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    const major = await serverMajor(admin);
    await admin.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    await makeRoles(admin, options);
    const created = await makeDatabase(admin, options, major);
    const url = new URL(adminUrl);
    url.pathname = `/${encodeURIComponent(options.database)}`;
    return { ownerUrl: withLogin(url.href, options.owner), serverUrl: withLogin(url.href, options.server), created };
  } finally {
    await admin.end();
  }
}

async function serverMajor(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major < OLDEST_MAJOR) throw new EmbeddedError(`PostgreSQL ${OLDEST_MAJOR} or newer is needed, this is ${major}.`);
  return major;
}

/**
 * A new role is neither superuser nor exempt from row-level security; stating it explicitly would require a superuser
 * here.
 */
async function makeRoles(admin: pg.Client, { owner, server }: InitOptions) {
  for (const group of SCOPE_ROLES) await makeRole(admin, { name: group, password: undefined }, 'nologin');
  await makeRole(admin, owner, 'login inherit');
  await makeRole(admin, server, 'login noinherit');
  for (const role of SCOPE_ROLES) {
    const login = roleLogin(server, role);
    // PostgreSQL 15 has no `grant … with inherit false`, and later versions take that option from the role at the
    // moment of the grant: so the login is made NOINHERIT before it joins its group.
    await makeRole(admin, login, 'login noinherit');
    await admin.query(`grant ${role} to ${pg.escapeIdentifier(login.name)}`);
  }
  await takeGroupsFrom(admin, server);
  // Changing the owner of a function or a schema to a role requires membership in it.
  await admin.query(`grant app_staff, app_worker to ${pg.escapeIdentifier(owner.name)}`);
}

async function makeRole(admin: pg.Client, { name, password }: Login, attributes: string) {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name]);
  const secret = password === undefined ? '' : `password ${pg.escapeLiteral(password)}`;
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${pg.escapeIdentifier(name)} ${attributes} ${secret}`);
}

/** Until 1.3 one login belonged to every group role, so that any connection could become staff. */
async function takeGroupsFrom(admin: pg.Client, server: Login): Promise<void> {
  const held = async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select g.rolname as name from pg_auth_members m join pg_roles g on g.oid = m.roleid
       join pg_roles r on r.oid = m.member where r.rolname = $1 and g.rolname = any($2)`,
      [server.name, SCOPE_ROLES],
    );
    return rows.map((row) => row.name);
  };
  const groups = await held();
  if (!groups.length) return;
  await admin.query(`revoke ${groups.join(', ')} from ${pg.escapeIdentifier(server.name)}`);
  // PostgreSQL 16 and newer only warn when somebody else granted the role.
  if ((await held()).length)
    throw new EmbeddedError(
      `${server.name} still belongs to ${groups.join(', ')}: run this as the administrator who granted them, or as a superuser.`,
    );
}

async function makeDatabase(admin: pg.Client, options: InitOptions, major: number): Promise<boolean> {
  const { database: name, server } = options;
  const database = pg.escapeIdentifier(name);
  const owner = pg.escapeIdentifier(options.owner.name);
  const { rows } = await admin.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  // An administrator who is not a superuser, as on managed services, may only make a role that it belongs to the
  // owner.
  if (!rows[0]?.rolsuper) await admin.query(`grant ${owner} to current_user`);

  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount) await admin.query(`alter database ${database} owner to ${owner}`);
  else
    await admin.query(`create database ${database} owner ${owner} template template0 encoding 'UTF8' ${locale(major)}`);
  await letConnect(admin, name, server);
  return !rowCount;
}

/** The logins inherit nothing, so they need their own right to connect. */
export async function letConnect(admin: pg.Client, name: string, server: Login): Promise<void> {
  const database = pg.escapeIdentifier(name);
  const logins = [server, ...SCOPE_ROLES.map((role) => roleLogin(server, role))];
  await admin.query(`revoke all on database ${database} from public`);
  await admin.query(
    `grant connect on database ${database} to ${logins.map((login) => pg.escapeIdentifier(login.name)).join(', ')}`,
  );
}

/**
 * Sorts by code point with Unicode letters, the same on every host; the built-in provider exists since PostgreSQL 17.
 */
function locale(major: number): string {
  if (major < 17) return "locale_provider libc lc_collate 'C' lc_ctype 'C.UTF-8'";
  return "locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'";
}
