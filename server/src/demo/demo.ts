import type { RelationType } from '@longshore/contract';
import { createUser, hashPassword } from '../modules/accounts/index.ts';
import { lookAtKinds } from '../modules/exceptions/index.ts';
import { systemClock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import { authScope, type Open, staffScope, type Tx } from '../platform/database/tx.ts';
import { changedColumns, insertOne } from '../platform/database/written-columns.ts';
import type { Registry } from '../platform/module.ts';
import { seedAccrual } from './demo-accrual.ts';
import { seedBilling } from './demo-billing.ts';
import { seedChannels } from './demo-channels.ts';
import { seedClients } from './demo-clients.ts';
import { type Seal, seedCompanyHistory, seedCouriers, seedMails, seedOperations } from './demo-company.ts';
import { type DemoRelation, demoClients, demoCompany, demoMessages, demoRoles, demoUsers } from './demo-content.ts';
import { seedCounts } from './demo-counts.ts';
import { seedExpiry } from './demo-expiry.ts';
import { seedBadges, seedFloor } from './demo-floor.ts';
import { seedInventory } from './demo-inventory.ts';
import { seedLabels } from './demo-labels.ts';
import { forgetEvents, seedOrders } from './demo-orders.ts';
import { type KeepBytes, seedPanels } from './demo-panels.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { seedPlates } from './demo-plates.ts';
import { seedShipmentCharges } from './demo-shipment-charges.ts';
import { seedStock } from './demo-stock.ts';
import { seedSubscriptions } from './demo-subscriptions.ts';
import { seedTasks } from './demo-tasks.ts';
import { seedWaves } from './demo-waves.ts';

interface NewClient {
  company: string;
  account: string;
  email: string;
}

async function insertClient(tx: Tx, client: NewClient): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into clients (company, account, email) values (${client.company}, ${client.account}, ${client.email}) returning id`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The client was not written.');
  return rows[0].id;
}

export const demoSignIns = [
  { email: 'super@longshore.test', title: 'super' },
  { email: 'staff@longshore.test', title: 'staff' },
  { email: 'client@longshore.test', title: 'client' },
  { email: 'viewer@longshore.test', title: 'viewer' },
] as const;

async function seedCompany(tx: Tx): Promise<void> {
  await sql`update company set ${changedColumns('company', demoCompany)}`.execute(tx);
  await sql`insert into taxes (name, rate) values ('California sales tax', 0.0725), ('New York sales tax', 0.08875), ('Ontario HST', 0.13)`.execute(
    tx,
  );
  for (const message of demoMessages)
    await sql`insert into provider_messages (title, body, published_at) values (${message.title}, ${message.body}, now() - make_interval(days => ${message.daysAgo}))`.execute(
      tx,
    );
}

/** Without passwords, which staff cannot write: `completeDemoUsers` does. */
async function seedUsers(tx: Tx, clientIds: number[]): Promise<void> {
  const roleIds = new Map<string, number>();
  for (const [name, access] of Object.entries(demoRoles)) {
    const { rows } = await sql<{
      id: number;
    }>`insert into roles (name, access) values (${name}, ${JSON.stringify(access)}::jsonb) returning id`.execute(tx);
    if (rows[0]) roleIds.set(name, rows[0].id);
  }
  for (const user of demoUsers)
    await createUser(tx, {
      name: user.name,
      email: user.email,
      isMainUser: user.client === undefined,
      isSuper: user.isSuper ?? false,
      roleId: user.client === undefined && !user.isSuper ? (roleIds.get(user.role ?? 'Warehouse') ?? null) : null,
      clientId: user.client === undefined ? null : (clientIds[user.client] ?? null),
      orderController: user.orderController ?? false,
      statementReader: user.statementReader ?? false,
    });
}

/**
 * The second transaction of the demo, as app_auth: passwords of the users that have none yet. A start that was
 * interrupted before it is completed by the next one.
 */
export async function completeDemoUsers(open: Open, password: string): Promise<void> {
  const emails = demoUsers.map(({ email }) => email);
  const waiting = await open(authScope, async (tx) => {
    const { rows } = await sql`select from users where email = any (${emails}::text[]) and password_hash = ''`.execute(
      tx,
    );
    return rows.length;
  });
  if (!waiting) return;
  const passwordHash = await hashPassword(password);
  await open(authScope, async (tx) => {
    for (const user of demoUsers)
      await sql`update users set password_hash = ${passwordHash}, avatar_path = ${user.avatar}, is_active = ${!user.disabled},
        created_at = now() - make_interval(days => ${user.daysAgo}),
        last_working_client = case when is_main_user then (select min(id) from clients) end
        where email = ${user.email} and password_hash = ''`.execute(tx);
    await seedBadges(tx);
  });
}

async function seedRelation(
  tx: Tx,
  clientId: number,
  type: RelationType,
  relation: DemoRelation,
  daysAgo: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into relations (client_id, type, name, account, email, phone, is_active, default_term, default_tax_rate, courier_id, default_courier_account,
      default_shipping_payment, default_instruction, print_instruction, created_at, updated_at)
    values (${clientId}, ${type}, ${relation.name}, ${relation.account}, ${relation.email}, ${relation.phone}, ${!relation.disabled},
      ${relation.term}, ${relation.taxRate}, (select id from couriers where name = ${relation.courier}), ${relation.courierAccount},
      ${relation.payment}, ${relation.note}, ${relation.note !== ''},
      now() - make_interval(days => ${daysAgo + 60}), now() - make_interval(days => ${daysAgo}))
    returning id`.execute(tx);
  const id = rows[0]?.id;
  for (const address of relation.addresses)
    await insertOne(tx, 'addresses', {
      ...address,
      client_id: clientId,
      relation_id: id ?? 0,
      company: address.company || relation.name,
    });
  await sql`insert into traces (client_id, traceable_type, traceable_id, user_name, subject, changes, created_at)
    values (${clientId}, 'Relation', ${id ?? 0}, 'Dana Reyes', 'Created', ${JSON.stringify([
      { field: 'name', newValue: relation.name },
      { field: 'account', newValue: relation.account },
    ])}::jsonb,
      now() - make_interval(days => ${daysAgo + 60}))`.execute(tx);
}

/** Rates, what they charge of the past year, and the reports of it that were mailed; returns what writes those mails. */
async function seedCharges(tx: Tx, clientIds: number[], seal: Seal | undefined): Promise<() => Promise<void>> {
  await seedBilling(tx, clientIds);
  await seedShipmentCharges(tx);
  await seedAccrual(tx);
  return seedTasks(tx, clientIds, seal, systemClock);
}

/** The goods of a year and what was done with them. */
async function seedWork(tx: Tx, clientIds: number[], seal: Seal | undefined): Promise<() => Promise<void>> {
  await seedStock(tx, clientIds, systemClock);
  await seedCounts(tx, clientIds);
  // The two are independent, because none of these recent orders is charged: while PostgreSQL executes the statements
  // of one, we compute the other.
  const [seedTaskMails] = await Promise.all([seedCharges(tx, clientIds, seal), seedOrders(tx, clientIds)]);
  await seedExpiry(tx, clientIds);
  await seedWaves(tx, clientIds);
  return seedTaskMails;
}

/**
 * Settings for seeding: sorts fit in memory, and each of the hundreds of statements, over tables that are small, is
 * planned once instead of for each of its first values.
 */
async function prepareSession(tx: Tx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    tx,
  );
}

/** A realistic company, so that a new user can try everything. One transaction: complete or not at all, except for passwords. */
export async function seedDemo(
  open: Open,
  say: (line: string) => void,
  keep: KeepBytes,
  seal?: Seal,
  password = DEMO_PASSWORD,
  registry?: Registry,
): Promise<void> {
  say('making the demo company');
  await open(staffScope, async (tx) => {
    await prepareSession(tx);
    await seedCompany(tx);
    const clientIds: number[] = [];
    for (const client of demoClients) clientIds.push(await insertClient(tx, client));
    await seedUsers(tx, clientIds);
    for (const [index, client] of demoClients.entries()) {
      const clientId = clientIds[index] ?? 0;
      await Promise.all([
        ...client.customers.map((relation, age) => seedRelation(tx, clientId, 'customer', relation, age)),
        ...client.vendors.map((relation, age) => seedRelation(tx, clientId, 'vendor', relation, age * 3)),
      ]);
      await sql`insert into imports (client_id, user_id, user_name, type, file_name, headings, rows, row_count, next_row, success, problems, state, finished_at)
        select ${clientId}, id, name, 'Relation', 'relations.xlsx', '["Type","Company"]', '[]', 0, 0, 0, '[]', 'done', now() from users
        where (client_id = ${clientId} or is_su) order by client_id nulls last limit 1`.execute(tx);
      await sql`insert into saved_filters (client_id, user_id, page, name, param)
        select client_id, id, 'Relation', 'Net 30 terms', '{"query":[{"relation":"","field":"default_term","operator":"=","value":"Net 30","join":"AND"}],"advanced":true}'
        from users where client_id = ${clientId} or (is_su and ${index} = 0)`.execute(tx);
    }
    await seedClients(tx, clientIds, seal);
    await seedInventory(tx, clientIds);
    await seedPlates(tx, clientIds);
    const seedTaskMails = await seedWork(tx, clientIds, seal);
    await seedPanels(tx, clientIds, keep);
    await seedCouriers(tx, clientIds);
    await seedLabels(tx, clientIds, keep);
    await seedCompanyHistory(tx);
    if (seal) await seedMails(tx, seal);
    await seedSubscriptions(tx, clientIds);
    if (seal) await seedChannels(tx, clientIds, seal);
    await seedFloor(tx);
    await seedTaskMails();
  });
  await completeDemoUsers(open, password);
  await seedOperations(open);
  if (registry)
    await lookAtKinds(
      open,
      registry,
      registry.list('exceptions').filter(({ nightly }) => !nightly),
    );
  await forgetEvents(open);
}
