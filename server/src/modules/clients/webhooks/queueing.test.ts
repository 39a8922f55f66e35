import { api, type WebhookInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { httpReceiver, type Receiver } from '../../../../test/receivers.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';

let it: TestApp;
let receiver: Receiver;
let clientId: number;
/** Shipments of the demo; each test takes the next. */
let shipments: number[];
let record: number;

beforeAll(async () => {
  it = await testApp({ allowPrivateWebhooks: true, worker: true });
  receiver = await httpReceiver();
  clientId = await it.given.client();
  const body = { endpoint: receiver.url, hash_key: 'the key', trigger: 3 } as WebhookInput;
  await (await it.as('super')).ok(api.webhooks.create, { params: { id: clientId }, body });
  const rows = await it.database.owner<{ id: number }>('select id from shipments where voided_at is null order by id');
  shipments = rows.map(({ id }) => id);
  await it.database.owner(`
    create function refuse_delivery() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`);
});

/** An event about a shipment of the demo. */
const happen = () =>
  it.app.open(staffScope, (tx) =>
    recordEvent(tx, { kind: 'shipment.finished', clientId, subjectId: record, payload: { order_id: 1 } }),
  );
/** Which events of the record were delivered, in the order of delivery: 1 is its first event. */
const calledFor = async () => {
  const events = await it.database.owner<{ delivery_key: string | null }>(
    `select d.delivery_key from events e left join webhook_deliveries d on d.event_id = e.id
     where e.kind = 'shipment.finished' and e.subject_id = $1 and e.client_id = $2 order by e.id`,
    [record, clientId],
  );
  const keys = events.map(({ delivery_key }) => delivery_key);
  return receiver.got.map(({ headers }) => keys.indexOf(String(headers['x-longshore-id'])) + 1);
};

/** Until `acceptAll`, the database refuses the delivery of the next event. */
const refuseFirst = async () => {
  const [{ id = 0 } = {}] = await it.database.owner<{ id: number }>(
    'select coalesce(max(id), 0)::int + 1 as id from events',
  );
  await it.database.owner(`
    create trigger refuse_delivery before insert on webhook_deliveries for each row
    when (new.event_id = ${id}) execute function refuse_delivery()`);
};
const acceptAll = () => it.database.owner('drop trigger refuse_delivery on webhook_deliveries');

const ofRecord = `task_id = (select id from graphile_worker._private_tasks where identifier = 'queue-webhooks')
  and (payload->>'subject_id')::int = $1`;
/**
 * Waits until this many jobs of the record have failed and were rescheduled, and postpones their next attempt by an
 * hour.
 */
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

/** A record for whose first event one attempt to queue the delivery has failed. */
async function failedOnce() {
  record = shipments.shift() ?? 0;
  receiver.got.length = 0;
  await refuseFirst();
  await happen();
  await laidBack(1);
}

describe('an event that could not be queued at once', () => {
  test('is delivered before later events of its record, and once', async () => {
    await failedOnce();
    await acceptAll();
    await happen();
    await arrived(1);
    await happen();
    await arrived(3);
    expect(await calledFor()).toEqual([1, 2, 3]);
    await hurry();
    const jobs = () => it.database.owner(`select from graphile_worker._private_jobs where ${ofRecord}`, [record]);
    await eventually(async () => ((await jobs()).length ? undefined : true));
    await happen();
    await arrived(4);
    expect(await calledFor()).toEqual([1, 2, 3, 4]);
  });

  test('blocks later events of its record while it is retried', async () => {
    await failedOnce();
    await happen();
    await laidBack(2);
    expect(await calledFor()).toEqual([]);
    await acceptAll();
    await hurry();
    await arrived(2);
    expect(await calledFor()).toEqual([1, 2]);
  });

  test('blocks nothing after its last attempt', async () => {
    await failedOnce();
    await it.database.owner(`update graphile_worker._private_jobs set attempts = max_attempts where ${ofRecord}`, [
      record,
    ]);
    await happen();
    await arrived(1);
    await acceptAll();
    expect(await calledFor()).toEqual([2]);
  });
});
