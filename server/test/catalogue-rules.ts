import type pg from 'pg';

/** A SECURITY DEFINER function runs with its owner's rights; every one must be reviewed and added to this list. */
export const DEFINER_FUNCTIONS = [
  'guarded.find_inventories(integer,text)',
  'guarded.find_orders(integer,text)',
  'guarded.find_relations(integer,text)',
  'guarded.find_relations_named(integer,text[])',
  'guarded.find_shipments(integer,text)',
  'guarded.has_api_token(integer)',
  'guarded.hold_item(integer)',
  'guarded.signed_scope(integer)',
  'guarded.take_picking_number(integer)',
];

export interface Rule {
  name: string;
  /** Lists violations of the rule; no rows when it holds. */
  sql: string;
  /** Statements that plant a violation, run in a transaction that is rolled back. */
  plant: string[];
  asAdmin?: boolean;
}

const ourTables = `pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'`;
const hasClient = (table: string) =>
  `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'client_id' and not a.attisdropped)`;
const columns = (list: string, table: string) =>
  `array(select a.attname::text from pg_attribute a where a.attrelid = ${table} and a.attnum = any(${list}))`;

const isServerLogin = `like 'longshore\\_server%'`;

const policyFor = (role: string) => `
  select t.relname as broken from ${ourTables}
  where t.relkind in ('r', 'p') and (${hasClient('t.oid')} or t.relname = 'clients')
    and not exists (select from pg_policy p where p.polrelid = t.oid and '${role}'::regrole = any(p.polroles))`;

export const rules: Rule[] = [
  {
    name: 'a table with client_id, and clients, has row-level security',
    sql: `select t.relname as broken from ${ourTables} where t.relkind in ('r', 'p')
      and (${hasClient('t.oid')} or t.relname = 'clients') and not t.relrowsecurity`,
    plant: ['create table planted (id int, client_id int)'],
  },
  {
    name: 'a table with client_id has a policy for client users',
    sql: policyFor('app_client'),
    plant: ['create table planted (id int, client_id int)', 'create policy p on planted to app_staff using (true)'],
  },
  {
    name: 'a table with client_id has a policy for staff',
    sql: policyFor('app_staff'),
    plant: ['create table planted (id int, client_id int)', 'create policy p on planted to app_client using (true)'],
  },
  {
    name: 'no policy for client users lets everything through',
    sql: `select p.polname || ' on ' || p.polrelid::regclass as broken from pg_policy p
      where 'app_client'::regrole = any(p.polroles) and (
        pg_get_expr(p.polqual, p.polrelid) = 'true' or pg_get_expr(p.polwithcheck, p.polrelid) = 'true')`,
    plant: ['create table planted (client_id int)', 'create policy p on planted to app_client using (true)'],
  },
  {
    name: 'no policy trusts a setting, which any statement can change; the signed scope is read by a function',
    sql: `select p.polname || ' on ' || p.polrelid::regclass as broken from pg_policy p
      where concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) like '%current_setting(%'`,
    plant: [
      'create table planted (client_id int)',
      "create policy p on planted to app_client using (client_id = current_setting('app.client_id')::int)",
    ],
  },
  {
    name: 'no table forces its policies on its owner',
    sql: `select t.relname as broken from ${ourTables} where t.relforcerowsecurity`,
    plant: ['alter table relations force row level security'],
  },
  {
    name: 'no foreign key can point across clients',
    sql: `
      select c.conname as broken from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and ${hasClient('c.confrelid')} and ${hasClient('c.conrelid')}
        and not ('client_id' = any(${columns('c.conkey', 'c.conrelid')}) and 'client_id' = any(${columns('c.confkey', 'c.confrelid')}))
        -- A second, composite key to the same table covers the same column …
        and not exists (select from pg_constraint o where o.contype = 'f' and o.conrelid = c.conrelid and o.confrelid = c.confrelid
          and o.conkey @> c.conkey and 'client_id' = any(${columns('o.conkey', 'o.conrelid')}))
        -- … or it is a courier, which may be everybody's, and the trigger says so.
        and not (c.confrelid = 'couriers'::regclass and exists (select from pg_trigger g join pg_class t on t.oid = g.tgrelid
          where g.tgrelid = c.conrelid and g.tgname = t.relname || '_courier_of_client' and g.tgenabled = 'O'))`,
    plant: ['create table planted (client_id int, relation_id int references relations (id))'],
  },
  {
    name: 'a courier is named only under the trigger that knows whose it is',
    sql: `select c.conrelid::regclass::text as broken from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'couriers'::regclass and ${hasClient('c.conrelid')}
        and not exists (select from pg_trigger g where g.tgrelid = c.conrelid and g.tgfoid = 'courier_of_client'::regproc)`,
    plant: ['create table planted (client_id int, courier_id int references couriers (id))'],
  },
  {
    name: 'every view looks with the eyes of its reader',
    sql: `select t.relname as broken from ${ourTables} where t.relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any(t.reloptions) or 'security_invoker=on' = any(t.reloptions), false)`,
    plant: ['create view planted as select * from relations'],
  },
  {
    name: 'every definer function is in the list',
    sql: `select p.oid::regprocedure::text as broken from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and p.oid::regprocedure::text <> all (array['${DEFINER_FUNCTIONS.join("','")}'])`,
    plant: ["create function planted() returns int language sql security definer as 'select 1'"],
  },
  {
    name: 'a definer function fixes its search path and is not open to all',
    sql: `select p.oid::regprocedure::text as broken from pg_proc p
      where p.prosecdef and (not coalesce(exists (select from unnest(p.proconfig) c where c like 'search_path=%'), false)
        or has_function_privilege('public', p.oid, 'execute'))`,
    plant: ["create function planted() returns int language sql security definer as 'select 1'"],
  },
  {
    name: 'the group roles own no table of ours',
    sql: `select t.relname as broken from ${ourTables} join pg_roles r on r.oid = t.relowner where r.rolname like 'app\\_%'`,
    plant: ['create table planted ()', 'alter table planted owner to app_staff'],
    asAdmin: true,
  },
  {
    name: 'neither the group roles nor the logins escape row-level security',
    sql: `select rolname as broken from pg_roles
      where (rolname like 'app\\_%' or rolname = 'longshore_owner' or rolname ${isServerLogin}) and (rolbypassrls or rolsuper)`,
    plant: ['alter role longshore_server_client bypassrls'],
    asAdmin: true,
  },
  {
    name: "the server's logins inherit nothing",
    sql: `select rolname as broken from pg_roles where rolname ${isServerLogin} and rolinherit`,
    plant: ['alter role longshore_server_auth inherit'],
    asAdmin: true,
  },
  {
    name: 'each of the logins of the server can take its own role and no other',
    sql: `select r.rolname || ' can become ' || g.rolname as broken from pg_roles r, pg_roles g
      where r.rolname ${isServerLogin} and g.rolname <> r.rolname and pg_has_role(r.oid, g.oid, 'member')
        and g.rolname <> replace(r.rolname, 'longshore_server', 'app')`,
    plant: ['grant app_staff to longshore_server_client'],
    asAdmin: true,
  },
  {
    name: 'nothing is granted to everybody',
    sql: `select t.relname as broken from ${ourTables}, aclexplode(t.relacl) g where g.grantee = 0`,
    plant: ['grant select on terms to public'],
  },
];

export async function breaches(client: pg.Client, rule: Rule): Promise<string[]> {
  const { rows } = await client.query<{ broken: string }>(rule.sql);
  return rows.map((row) => row.broken);
}
