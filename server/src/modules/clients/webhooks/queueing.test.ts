import { api, type WebhookInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { httpReceiver, type Receiver } from '../../../../test/receivers.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';

let it: TestApp;
let receiver: Receiver;
let clientId: number;
let record = 500;

beforeAll(async () => {
  it = await testApp({ allowPrivateWebhooks: true, worker: true });
  receiver = await httpReceiver();
  clientId = await it.given.client();
  const body = { endpoint: receiver.url, hash_key: 'the key', trigger: 3 } as WebhookInput;
  await (await it.as('super')).ok(api.webhooks.create, { params: { id: clientId }, body });
  await it.database.owner(`
    create function refuse_delivery() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`);
});

const happen = (n: number) =>
  it.app.open(staffScope, (tx) =>
    recordEvent(tx, { kind: 'shipment.finished', clientId, subjectId: record, payload: { order_id: n } }),
  );
const told = () => receiver.got.map((call) => (JSON.parse(call.body) as { data: { order_id: number } }).data.order_id);

/** While this holds, what happened first cannot become a delivery. */
const refuseFirst = () =>
  it.database.owner(`
    create trigger refuse_delivery before insert on webhook_deliveries for each row
    when ((new.payload->>'order_id')::int = 1) execute function refuse_delivery()`);
const acceptAll = () => it.database.owner('drop trigger refuse_delivery on webhook_deliveries');

const ofRecord = `task_id = (select id from graphile_worker._private_tasks where identifier = 'queue-webhooks')
  and (payload->>'subject_id')::int = $1`;
/** Until so many jobs of the record have failed and were laid back, not to be tried again by themselves for an hour. */
const laidBack = (jobs: number) =>
  eventually(async () => {
    const failed = await it.database.owner(
      `update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
       where ${ofRecord} and locked_at is null and last_error is not null returning id`,
      [record],
    );
    return failed.length === jobs ? true : undefined;
  });
const hurry = () =>
  it.database.owner(`update graphile_worker._private_jobs set run_at = now() where ${ofRecord}`, [record]);
const arrived = (count: number) => eventually(async () => (receiver.got.length >= count ? true : undefined));

/** A record whose first event has failed once to become a delivery. */
async function failedOnce() {
  record++;
  receiver.got.length = 0;
  await refuseFirst();
  await happen(1);
  await laidBack(1);
}

describe('an event that could not be queued at once', () => {
  test('is delivered before later events of its record, and once', async () => {
    await failedOnce();
    await acceptAll();
    await happen(2);
    await arrived(1);
    await happen(3);
    await arrived(3);
    expect(told()).toEqual([1, 2, 3]);
    await hurry();
    const jobs = () => it.database.owner(`select from graphile_worker._private_jobs where ${ofRecord}`, [record]);
    await eventually(async () => ((await jobs()).length ? undefined : true));
    await happen(4);
    await arrived(4);
    expect(told()).toEqual([1, 2, 3, 4]);
  });

  test('blocks later events of its record while it is retried', async () => {
    await failedOnce();
    await happen(2);
    await laidBack(2);
    expect(told()).toEqual([]);
    await acceptAll();
    await hurry();
    await arrived(2);
    expect(told()).toEqual([1, 2]);
  });

  test('blocks nothing after its last attempt', async () => {
    await failedOnce();
    await it.database.owner(`update graphile_worker._private_jobs set attempts = max_attempts where ${ofRecord}`, [
      record,
    ]);
    await happen(2);
    await arrived(1);
    await acceptAll();
    expect(told()).toEqual([2]);
  });
});
