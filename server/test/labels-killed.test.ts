import { api, callAddress, type Quote } from '@longshore/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox/index.ts';
import type { ShippoAccount } from '../src/sandbox/shippo/account.ts';
import { type Caller, eventually, type TestApp } from './harness.ts';
import { type KillableServer, sleep } from './killable.ts';
import { type KilledJobs, killJobs } from './killed-jobs.ts';
import { type LabelDesk, labelDesk } from './labelling.ts';

const { labels } = api;
const PATIENCE_MS = 60_000;
let it: TestApp;
let sandbox: Sandbox;
let account: ShippoAccount;
let server: KillableServer;
let start: KilledJobs['start'];
let boss: Caller;
let desk: LabelDesk;

/** Writes of labels wait while a step is named here, so that a process can be killed between two of them. */
const PAUSES = [
  'create table test_pause (step text)',
  `create function test_pause() returns trigger language plpgsql security definer as $$
    declare reached text := case
      when new.attempts > old.attempts then 'attempt'
      when new.path <> old.path then 'file'
      when new.state = 'bought' and old.state = 'asked' then 'bought'
      when old.state = 'voiding' and new.looks > old.looks then 'voided' end;
    begin
      if exists (select from public.test_pause p where p.step = reached) then perform pg_sleep(4); end if;
      return new;
    end $$`,
  'create trigger test_pause before update on labels for each row execute function test_pause()',
];

// Calls that only read are answered by the app of the tests; the purchase is made by the process that is killed.
killJobs(async (made) => {
  ({ it, boss, sandbox, server, start } = made);
  [account] = sandbox.shippo.accounts as [ShippoAccount];
  desk = await labelDesk(it, boss, sandbox);
  for (const statement of PAUSES) await it.database.owner(statement, []);
});

beforeEach(() => unblock());

const rows = <Row extends object>(text: string, ...values: unknown[]) => it.database.owner<Row>(text, values);
const until = (reached: () => Promise<unknown>) =>
  eventually(async () => ((await reached()) ? true : undefined), PATIENCE_MS);

interface Kept {
  id: number;
  state: string;
  attempts: number;
  looks: number;
  path: string;
  object_id: string;
  tracking_number: string;
}
const labelOf = async (id: number): Promise<Kept | undefined> =>
  (await rows<Kept>('select * from labels where shipment_id = $1 order by id desc', id))[0];

const pause = (step: string) => () => rows('insert into test_pause (step) values ($1)', step);
const delay = (match: string) => async () => sandbox.fail({ match, delayMs: 1_500 });
/** The partner asked to wait: a call is not sent before. */
const block = () =>
  rows("update call_allowances set blocked_until = now() + interval '4 seconds' where name like 'partner shippo%'");
const unblock = async () => {
  await rows('delete from test_pause');
  await rows("update call_allowances set blocked_until = null, calls = 100 where name like 'partner shippo%'");
};

const putPurchase = (id: number, { object_id, service, cost, dates }: Quote) =>
  server.request(
    'PUT',
    callAddress(labels.buy, { params: { id } }),
    { object_id, service, cost, dates },
    { authorization: `Bearer ${boss.token}` },
  );
const deleteLabel = (id: number) =>
  server.request('DELETE', callAddress(labels.void, { params: { id } }), undefined, {
    authorization: `Bearer ${boss.token}`,
  });

/** A moment long enough that a call which was begun is at the partner. */
const sent = () => sleep(700).then(() => true);
const boughtAt = (key: string) => [...account.transactions.values()].filter(({ metadata }) => metadata === key);
const keyOf = (label: Kept | undefined) => `longshore-label-${label?.id}`;

/** Time passes: leases of the dead end, and what was left open is due. */
async function restart(shipmentId: number): Promise<void> {
  await server.end('SIGKILL');
  sandbox.stopFailing();
  await unblock();
  await sleep(4_500);
  await rows("delete from call_allowances where name like 'labels %'");
  await rows(
    `update labels set due_at = case when due_at is null then null else now() end, sent_at = sent_at - interval '5 minutes'
     where shipment_id = $1`,
    shipmentId,
  );
  await start();
}

type Reached = (label: Kept | undefined) => unknown;

test.each<[string, () => Promise<unknown>, Reached]>([
  ['when it is written down', pause('attempt'), (label) => label?.attempts === 0],
  ['when it is about to be sent', block, (label) => label?.attempts === 1],
  ['when it is sent and not answered', delay('POST /transactions'), (label) => label?.attempts === 1 && sent()],
  ['when it is answered and not written', pause('bought'), (label) => boughtAt(keyOf(label)).length > 0 && sent()],
  ['when it is bought and its file is not fetched', delay('GET *'), (label) => label?.state === 'bought' && sent()],
  ['when its file is fetched and not written', pause('file'), (label) => label?.state === 'bought' && sent()],
])(
  'a purchase that is killed %s is one label and one charge',
  async (_, hinder, reached) => {
    const { id } = await desk.packed();
    const quote = await desk.cheapest(id);
    await hinder();
    const press = putPurchase(id, quote);
    await until(async () => reached(await labelOf(id)));
    await restart(id);
    await press;
    await until(async () => {
      const label = await labelOf(id);
      return label?.state === 'bought' && label.path;
    });
    // Pressed again, it is the same label.
    expect((await putPurchase(id, quote)).status).toBe(200);
    const label = await labelOf(id);
    expect(boughtAt(keyOf(label)).map((transaction) => transaction.id)).toEqual([label?.object_id]);
    const { labels: seen, cost } = await desk.get(id);
    expect(seen).toMatchObject([{ state: 'bought', is_unknown: false }]);
    expect((await desk.house.get(id)).tracking).toMatchObject({ waybill: label?.tracking_number, cost });
  },
  120_000,
);

/** A label by itself, and with its shipment: then a job requests the refund. */
const VOIDS = {
  label: (label: Kept | undefined) => deleteLabel(label?.id ?? 0),
  shipment: (_label: Kept | undefined, id: number) =>
    server.request('DELETE', callAddress(api.shipments.void, { params: { id } }), undefined, {
      authorization: `Bearer ${boss.token}`,
    }),
};
const VOID_MOMENTS: [string, () => Promise<unknown>, Reached][] = [
  ['when it is written down', block, (label) => label?.state === 'voiding'],
  ['when it is sent and not answered', delay('POST /refunds'), (label) => label?.state === 'voiding' && sent()],
  [
    'when it is answered and not written',
    pause('voided'),
    (label) => [...account.refunds.values()].some(({ transactionId }) => transactionId === label?.object_id) && sent(),
  ],
];

test.each(
  VOID_MOMENTS.flatMap(([moment, hinder, reached]) =>
    (['label', 'shipment'] as const).map((what) => [what, moment, hinder, reached] as const),
  ),
)(
  'a void of a %s that is killed %s is one refund',
  async (what, _, hinder, reached) => {
    const { id } = await desk.packed();
    await desk.buy(id);
    const bought = await labelOf(id);
    await hinder();
    const press = VOIDS[what](bought, id);
    await until(async () => reached(await labelOf(id)));
    await restart(id);
    await press;
    const refunds = () =>
      [...account.refunds.values()].filter(({ transactionId }) => transactionId === bought?.object_id);
    await until(async () => refunds().length > 0 && ((await labelOf(id))?.looks ?? 0) > 0);
    expect(refunds()).toHaveLength(1);
    expect(await labelOf(id)).toMatchObject({ state: 'voiding' });
    if (what === 'label') expect((await desk.house.get(id)).tracking).toMatchObject({ waybill: '', cost: 0 });
  },
  120_000,
);

test('a batch that is killed between two labels goes on, and buys each once', async () => {
  const made = [await desk.packed(), await desk.packed(), await desk.packed(), await desk.packed()];
  const ids = made.map(({ id }) => id);
  sandbox.fail({ match: 'POST /transactions', delayMs: 1_000, times: 9 });
  const { id: batchId } = await boss.ok(labels.buyMany, { body: { ids } });
  const ended = async () => (await boss.ok(labels.batch, { params: { id: batchId } })).ended;
  await until(async () => (await ended()) === 2 && sent());
  await restart(ids[2] ?? 0);
  await until(async () => (await boss.ok(labels.batch, { params: { id: batchId } })).state === 'done');
  await until(async () => (await rows("select from labels where state = 'asked'")).length === 0);
  for (const id of ids) {
    const label = await labelOf(id);
    expect(label?.state).toBe('bought');
    expect(boughtAt(keyOf(label))).toHaveLength(1);
  }
}, 240_000);
