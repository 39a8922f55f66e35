import { COMPANY_ID } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import { authScope, type Open, type Tx, workerScope } from '../platform/database/tx.ts';

/** Encrypts a mail's text and its files. Without it (in tests, which have their own keys) the outbox stays empty. */
export type Seal = (plain: string | Uint8Array) => Buffer;

const sharedCouriers = [
  { name: 'UPS Ground', account: '4R8 771', carrier: 'ups_walleted', service: 'ups_ground', parcel: 'package' },
  { name: 'FedEx 2Day', account: '6102-4418-7', carrier: 'fedex', service: 'fedex_2day', parcel: 'fedex_pak' },
];

/** Client by its index in the list of demo clients. */
const ownCouriers = [
  { client: 0, name: 'Kestrel delivery van', account: '', payment: 'prepaid', user: 'Pine & Poppy' },
  {
    client: 1,
    name: 'DHL Express, Northfield account',
    account: '9527 8840',
    payment: 'third',
    user: 'Basecamp Berlin',
  },
];

export async function seedCouriers(tx: Tx, clientIds: readonly number[]): Promise<void> {
  for (const { name, account, carrier, service, parcel } of sharedCouriers)
    await sql`update couriers set account = ${account}, billing_zip = '94607', ss_mapping_carrier = ${carrier},
      ss_mapping_service = ${service}, ss_mapping_package = ${parcel} where name = ${name} and client_id is null`.execute(
      tx,
    );
  await sql`insert into couriers (name, is_active) values ('OnTrac (until 2025)', false)`.execute(tx);
  for (const { client, name, account, payment, user } of ownCouriers) {
    const clientId = clientIds[client] ?? 0;
    await sql`with made as (
        insert into couriers (client_id, name, account, payment_method) values (${clientId}, ${name}, ${account}, ${payment})
        returning id)
      update relations set courier_id = (select id from made) where client_id = ${clientId} and name = ${user}`.execute(
      tx,
    );
  }
}

const history = [
  {
    daysAgo: 988,
    subject: 'Updated',
    values: { name: 'Harrow Street Logistics', city: 'Oakland', timezone: 'America/Los_Angeles' },
  },
  {
    daysAgo: 986,
    subject: 'Courier saved',
    values: { courier: 'UPS Ground', 'courier.account': '4R8 771' },
  },
  { daysAgo: 402, subject: 'Updated', values: { login_bg_color: '#1a5240', t_primary_auth: '#1a5240' } },
  { daysAgo: 61, subject: 'Tax added', values: { tax: 'Ontario HST', 'tax.rate': '0.13' } },
  { daysAgo: 12, subject: 'Updated', values: { outbound_excel_upload_bool: '1' } },
];

export async function seedCompanyHistory(tx: Tx): Promise<void> {
  for (const { daysAgo, subject, values } of history) {
    const changes = Object.entries(values).map(([field, newValue]) => ({ field, newValue }));
    await sql`insert into traces (traceable_type, traceable_id, user_name, subject, changes, created_at)
      values ('Company', ${COMPANY_ID}, 'Marta Oliveira', ${subject}, ${JSON.stringify(changes)}::jsonb, now() - make_interval(days => ${daysAgo}))`.execute(
      tx,
    );
  }
}

const mails = [
  {
    to: 'jonas.weber@kestrelcoffee.example',
    subject: 'Reset your password',
    text: 'Somebody asked to reset the password of this account.\n\nChoose a new one here, within an hour:\nhttps://warehouse.example/auth/reset-password/9vJc1mTt0oL4sQ2xEXAMPLE\n\nIf it was not you, nothing has to be done.',
    state: 'kept',
    problem: '',
    hoursAgo: 75,
  },
  {
    to: 'receiving@northfield.example',
    subject: 'Goods received: VO-1187',
    text: 'Vendor order VO-1187 was received.\n\n24 × Ridge tent, two persons\n60 × Pole set 8.5 mm\n\nAll of it is in stock.',
    state: 'sent',
    problem: '',
    hoursAgo: 27,
  },
  {
    to: 'ops@bluebirdtoys.exmaple',
    subject: 'Shipment 20431 has left',
    text: 'Shipment 20431 has left with UPS Ground, waybill 1Z 999 AA1 01 2345 6784.',
    state: 'failed',
    problem: '550 5.1.2 ops@bluebirdtoys.exmaple: the domain of the recipient does not exist',
    hoursAgo: 4,
  },
];

export async function seedMails(tx: Tx, seal: Seal): Promise<void> {
  for (const { to, subject, text, state, problem, hoursAgo } of mails)
    await sql`insert into mails (recipient, subject, body_sealed, state, problem, created_at, sent_at)
      values (${to}, ${subject}, ${seal(text)}, ${state}, ${problem}, now() - make_interval(hours => ${hoursAgo}),
        case when ${state} = 'sent' then now() - make_interval(hours => ${hoursAgo}) end)`.execute(tx);
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 13; Zebra TC58) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
];
const visitors = [
  { email: 'staff@longshore.test', address: '10.20.0.41', browser: 2 },
  { email: 'super@longshore.test', address: '10.20.0.12', browser: 0 },
  { email: 'client@longshore.test', address: '198.51.100.23', browser: 1 },
  { email: 'liwei@northfield.test', address: '203.0.113.77', browser: 3 },
  { email: 'admin@harrowstreet.example', address: '192.0.2.66', browser: 3 },
  { email: 'sam@bluebird.test', address: '198.51.100.80', browser: 0 },
];
const SIGN_INS = 42;

/** Two weeks of sign-ins, with some mistyped passwords and one unknown user. */
async function seedSignIns(tx: Tx): Promise<void> {
  for (let at = SIGN_INS; at > 0; at--) {
    const { email, address, browser } = visitors[at % visitors.length] ?? { email: '', address: '', browser: 0 };
    const mistyped = at % 13 === 0;
    await sql`insert into sign_ins (at, email, user_id, succeeded, address, agent)
      select now() - make_interval(hours => ${at * 8}), ${email}, case when ${!mistyped} then id end, id is not null and ${!mistyped},
        ${address}, ${browsers[browser] ?? ''}
      from (select (select id from users where email = ${email}) as id) found`.execute(tx);
  }
}

const runs = [
  { job: '101', task: 'housekeeping', payload: {}, attempt: 1, state: 'done', problem: '', hoursAgo: 30 },
  { job: '102', task: 'send-mail', payload: { mail_id: 2 }, attempt: 1, state: 'done', problem: '', hoursAgo: 27 },
  { job: '103', task: 'import', payload: { import_id: 1 }, attempt: 1, state: 'done', problem: '', hoursAgo: 20 },
  { job: '104', task: 'housekeeping', payload: {}, attempt: 1, state: 'done', problem: '', hoursAgo: 6 },
  {
    job: '105',
    task: 'send-mail',
    payload: { mail_id: 3 },
    attempt: 11,
    state: 'failed',
    problem: 'connect ETIMEDOUT 192.0.2.25:587',
    hoursAgo: 4,
  },
  {
    job: '105',
    task: 'send-mail',
    payload: { mail_id: 3 },
    attempt: 12,
    state: 'given up',
    problem: '550 5.1.2 ops@bluebirdtoys.exmaple: the domain of the recipient does not exist',
    hoursAgo: 3,
  },
];

async function seedRuns(tx: Tx): Promise<void> {
  for (const { job, task, payload, attempt, state, problem, hoursAgo } of runs)
    await sql`insert into job_runs (job_id, task, payload, attempt, state, problem, started_at, finished_at)
      values (${`demo ${job}`}, ${task}, ${JSON.stringify(payload)}::jsonb, ${attempt}, ${state}, ${problem},
        now() - make_interval(hours => ${hoursAgo}, secs => 2), now() - make_interval(hours => ${hoursAgo}))`.execute(
      tx,
    );
}

/** Sign-ins and job runs are written only by sign-in and the worker, so with their roles. */
export async function seedOperations(open: Open): Promise<void> {
  await open(authScope, seedSignIns);
  await open(workerScope, seedRuns);
}
