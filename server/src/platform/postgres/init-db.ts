import pg from 'pg';
import { EmbeddedError } from './embedded-error.ts';

const OLDEST_MAJOR = 15;
/** Any number will do, as long as every process that makes roles takes the same one. */
const ROLE_LOCK = 7_310_519;

const GROUPS = ['app_client', 'app_staff', 'app_auth', 'app_worker'];
const OWNER = 'longshore_owner';
const SERVER = 'longshore_server';

/**
 * Makes the roles, the logins and the database, or mends what is missing: the owner migrates and owns, the server's
 * login owns nothing and has no rights until it takes one of the group roles. Runs again without harm; it sets the
 * given passwords each time.
 */
export async function initDatabase(
  adminUrl: string,
  options: { database: string; ownerPassword: string; serverPassword: string },
): Promise<{ ownerUrl: string; serverUrl: string; created: boolean }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    const major = await serverMajor(admin);
    await admin.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    await makeRoles(admin, options);
    const created = await makeDatabase(admin, options.database, major);
    return {
      ownerUrl: urlFor(adminUrl, OWNER, options.ownerPassword, options.database),
      serverUrl: urlFor(adminUrl, SERVER, options.serverPassword, options.database),
      created,
    };
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

/** A new role is neither superuser nor exempt from row-level security; saying so again would need a superuser here. */
async function makeRoles(admin: pg.Client, passwords: { ownerPassword: string; serverPassword: string }) {
  for (const group of GROUPS) await makeRole(admin, group, 'nologin');
  await makeRole(admin, OWNER, `login inherit password ${pg.escapeLiteral(passwords.ownerPassword)}`);
  // PostgreSQL 15 knows no `grant … with inherit false`, and later versions take that option from the role at the
  // moment of the grant: so the login is NOINHERIT before it joins a group.
  await makeRole(admin, SERVER, `login noinherit password ${pg.escapeLiteral(passwords.serverPassword)}`);
  await admin.query(`grant ${GROUPS.join(', ')} to ${SERVER}`);
  // Handing a function or a schema to a role takes membership in it.
  await admin.query(`grant app_staff, app_worker to ${OWNER}`);
}

async function makeRole(admin: pg.Client, name: string, attributes: string) {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name]);
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${name} ${attributes}`);
}

async function makeDatabase(admin: pg.Client, name: string, major: number): Promise<boolean> {
  const database = pg.escapeIdentifier(name);
  const { rows } = await admin.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  // An administrator who is no superuser, as on managed services, may only give a database to a role it belongs to.
  if (!rows[0]?.rolsuper) await admin.query(`grant ${OWNER} to current_user`);

  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount) await admin.query(`alter database ${database} owner to ${OWNER}`);
  else
    await admin.query(`create database ${database} owner ${OWNER} template template0 encoding 'UTF8' ${locale(major)}`);
  await admin.query(`revoke all on database ${database} from public`);
  // The server's login inherits nothing, so the right to connect has to be its own.
  await admin.query(`grant connect on database ${database} to ${SERVER}`);
  return !rowCount;
}

/** Order by code point and Unicode letters, the same on every host; the built-in provider came with PostgreSQL 17. */
function locale(major: number): string {
  if (major < 17) return "locale_provider libc lc_collate 'C' lc_ctype 'C.UTF-8'";
  return "locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'";
}

function urlFor(adminUrl: string, user: string, password: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = user;
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
