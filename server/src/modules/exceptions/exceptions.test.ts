import { api, type Exception, textFor } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { mailedText } from '../../../test/mailed.ts';
import { ordering } from '../../../test/ordering.ts';
import { registry } from '../../app.ts';
import { lookups } from '../../platform/database/tx.ts';
import { mailQueue } from '../../platform/mail/mail.ts';
import { actorById } from '../accounts/index.ts';
import { lookAtKinds } from './index.ts';
import { mailExceptionsJob } from './notifications/mail-exceptions.ts';

const { exceptions, panels } = api;
let it: TestApp;
let boss: Caller;
let work: ReturnType<typeof ordering>;
let clientId: number;
let otherId: number;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  work = ordering(it, boss);
  [clientId, otherId] = [await it.given.client(), await it.given.client()];
});

const kinds = registry.list('exceptions');
const look = (name?: string) =>
  lookAtKinds(
    it.app.open,
    registry,
    kinds.filter((kind) => !name || kind.name === name),
  );
const owner = (text: string, values: unknown[] = []) => it.database.owner<{ id: number }>(text, values);
const idOf = async (text: string, values: unknown[] = []) => (await owner(text, values))[0]?.id ?? 0;

/** All of a kind and a client that a caller sees. */
const seenBy = async (caller: Caller, kind: string, ofClient: number | null = clientId): Promise<Exception[]> => {
  const filter_by = {
    kind: [kind],
    state: ['open', 'snoozed'],
    ...(ofClient === null ? {} : { client_id: [String(ofClient)] }),
  };
  return (await caller.ok(exceptions.list, { query: { filter_by, per_page: 100 } })).records;
};

const addStock = (inventoryId: number, qty: number, by = boss) =>
  by.ok(api.stock.adjust, { body: { inventory_id: inventoryId, qty, reference: 'found' } as never });

/** A fact: how it comes about, the words that its sentence has, and how it ends. */
interface Case {
  kind: string;
  client?: null;
  begin: () => Promise<() => Promise<unknown>>;
  says: RegExp;
}

async function lotOf(days: number) {
  const item = await work.item(0, clientId, { lot: 1 });
  const lot = await idOf(
    `insert into lots (client_id, inventory_id, lot_number, expire_date) values ($1, $2, 'L2512C', current_date + $3::int) returning id`,
    [clientId, item.id, days],
  );
  await owner('insert into stock_rows (client_id, inventory_id, lot_id, quantity) values ($1, $2, $3, 216)', [
    clientId,
    item.id,
    lot,
  ]);
  return () => owner('update stock_rows set quarantine = true where lot_id = $1', [lot]);
}

async function shipmentDue(days: number) {
  const item = await work.item(20, clientId);
  const order = await work.order({ clientId, lines: [[item.id, 7]] });
  expect((await work.ship(order)).status).toBe(200);
  const shipment = await idOf(
    'update shipments set ship_date = current_date + $2::int where order_id = $1 returning id',
    [order, days],
  );
  return { shipment, order };
}

const cases: Case[] = [
  {
    kind: 'import-failed',
    begin: async () => {
      const id = await idOf(
        `insert into imports (client_id, user_id, user_name, type, file_name, headings, rows, row_count, next_row, success, state, reason, finished_at)
         values ($1, 1, 'Dana Reyes', 'Order', 'orders.xlsx', '[]', '[]', 300, 39, 39, 'failed', 'ImportIsDiscarded', now()) returning id`,
        [clientId],
      );
      return () => owner("update imports set state = 'done' where id = $1", [id]);
    },
    says: /^orders\.xlsx stopped at row 40 of 300$/,
  },
  {
    kind: 'webhook-given-up',
    begin: async () => {
      const body = { trigger: 3, endpoint: 'https://hooks.meridian.example/in', hash_key: 'x' } as never;
      const hook = await boss.ok(api.webhooks.create, { params: { id: clientId }, body });
      for (const record of ['1', '2'])
        await owner(
          `insert into webhook_deliveries (client_id, webhook_id, record, subject, payload, state, problem)
           values ($1, $2, $3, 'Shipment', '{}', 'failed', 'EndpointAnswered:503')`,
          [clientId, hook.id, record],
        );
      return () => owner("update webhook_deliveries set state = 'delivered' where webhook_id = $1", [hook.id]);
    },
    says: /^hooks\.meridian\.example did not take 2 notices, which are kept$/,
  },
  {
    kind: 'subscription-stopped',
    begin: async () => {
      const { caller } = await it.given.clientUser(clientId);
      const body = { report: 'inventory', receivers: ['a@b.test'] } as never;
      const { id } = await caller.ok(api.reportSubscriptions.create, { body });
      await owner(
        "update report_subscriptions set state = 'stopped', stop_reason = 'SubscriptionOwnerIsDisabled', stopped_at = now() where id = $1",
        [id],
      );
      return () => caller.ok(api.reportSubscriptions.resume, { params: { id } });
    },
    says: /^The subscription of Given .* stopped: The user whose access it was read with is disabled or deleted/,
  },
  {
    kind: 'mail-given-up',
    client: null,
    begin: async () => {
      const id = await idOf(
        `insert into mails (recipient, subject, body_sealed, state, problem) values ('a@b.test', 'Goods received', '\\x00', 'failed', '550') returning id`,
      );
      await owner(
        `insert into job_runs (job_id, task, payload, attempt, state, problem, started_at)
         values ('7001', 'send-mail', jsonb_build_object('mail_id', $1::int), 12, 'given up', '550', now())`,
        [id],
      );
      return () => owner("update mails set state = 'sent' where id = $1", [id]);
    },
    says: /^“Goods received” could not be sent to a@b\.test$/,
  },
  {
    kind: 'event-parked',
    begin: async () => {
      const id = await idOf(
        "insert into events (kind, client_id, tries, problem, parked_at) values ('order.saved', $1, 10, 'broken', now()) returning id::int",
        [clientId],
      );
      return () => owner('delete from events where id = $1', [id]);
    },
    says: /^Event \d+ could not be dispatched: order\.saved$/,
  },
  {
    kind: 'order-short',
    begin: async () => {
      const item = await work.item(2, clientId);
      await work.order({ clientId, reference: 'SO-SHORT', lines: [[item.id, 5]] });
      return () => addStock(item.id, 3);
    },
    says: /^SO-SHORT lacks 3 of /,
  },
  {
    kind: 'back-order-fillable',
    begin: async () => {
      const item = await work.item(2, clientId);
      const order = await work.order({ clientId, reference: 'SO-BACK', lines: [[item.id, 5]] });
      await work.shipPart(order, [2]);
      await addStock(item.id, 3);
      return () => work.ship(order);
    },
    says: /^SO-BACK can be filled: 3 units are available$/,
  },
  { kind: 'stock-expired', begin: () => lotOf(-2), says: /^216 units of .*, lot L2512C, expired on / },
  { kind: 'stock-expiring', begin: () => lotOf(12), says: /^216 units of .*, lot L2512C, expire on / },
  {
    kind: 'shipment-late',
    begin: async () => {
      const { shipment } = await shipmentDue(-2);
      return () => work.voided(shipment);
    },
    says: /^Shipment \d+ was due on .*, 7 of 7 not picked$/,
  },
  {
    kind: 'shipment-locked',
    begin: async () => {
      const { shipment } = await shipmentDue(5);
      await boss.ok(api.shipments.lock, { params: { id: shipment }, body: {} as never });
      await owner("update shipments set locked_since = now() - interval '5 hours' where id = $1", [shipment]);
      return () => boss.ok(api.shipments.unlock, { params: { id: shipment } });
    },
    says: /^Shipment \d+ is locked by .*, nobody else can work on it$/,
  },
  {
    kind: 'work-unbilled',
    begin: async () => {
      const { shipment } = await shipmentDue(5);
      const gap = await idOf(
        `insert into billing_gaps (client_id, day, reason, billable_type, billable_id) values ($1, (now() at time zone (select timezone from company))::date, 'no_rate', 'shipment', $2) returning id`,
        [clientId, shipment],
      );
      return () => owner('delete from billing_gaps where id = $1', [gap]);
    },
    says: /^Not billed once: No rate$/,
  },
  {
    kind: 'check-broken',
    client: null,
    begin: async () => {
      const id = await idOf(
        `insert into mails (recipient, subject, body_sealed, created_at) values ('a@b.test', 'Left', '\\x00', now() - interval '1 hour') returning id`,
      );
      return () => owner("update mails set state = 'sent' where id = $1", [id]);
    },
    says: /^Does not hold, 1 finding: No mail has been left queued$/,
  },
];

describe('the facts', () => {
  test.each(cases)('open and close $kind by themselves, once for the record', async ({ kind, client, begin, says }) => {
    const ofClient = client === null ? null : clientId;
    await look(kind);
    const before = (await seenBy(boss, kind, ofClient)).map(({ id }) => id);
    const end = await begin();
    await look(kind);
    await look(kind);
    const opened = (await seenBy(boss, kind, ofClient)).filter(({ id }) => !before.includes(id));
    expect(opened.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(says)]);
    const [{ id, client_id, action, link, since } = {} as Exception] = opened;
    expect(client_id).toBe(ofClient);
    expect(action !== null || kind === 'check-broken' || kind === 'import-failed').toBe(true);
    expect(link.startsWith('/') || link === '').toBe(true);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() + 1000);
    await end();
    await look(kind);
    expect((await seenBy(boss, kind, ofClient)).map((each) => each.id)).toEqual(before);
    expect((await boss.call(exceptions.get, { params: { id } })).status).toBe(404);
  });

  test('of every kind have words in both languages', () => {
    for (const { name, facts = [] } of kinds)
      for (const lang of ['en', 'ch'] as const) {
        const t = textFor(lang) as unknown as (key: string, values?: object) => string;
        for (const part of ['title', 'hint', 'action']) {
          const key = `exceptionKinds.kinds.${name}.${part}`;
          expect(t(key)).not.toBe(key);
        }
        expect(t(`exceptionKinds.kinds.${name}.sentence`, { count: 2 })).not.toContain('exceptionKinds');
        for (const fact of facts) expect(t(`exceptionKinds.facts.${fact}`)).not.toContain('exceptionKinds');
      }
  });
});

/** An order that lacks stock, as an exception. */
async function shortage(reference: string, ofClient = clientId) {
  const item = await work.item(0, ofClient);
  await work.order({ clientId: ofClient, reference, lines: [[item.id, 4]] });
  await look('order-short');
  const found = (await seenBy(boss, 'order-short', ofClient)).find(({ sentence }) => sentence.startsWith(reference));
  if (!found) throw new Error('The shortage was not found.');
  return { ...found, fill: () => it.given.stock(item.id, 4) };
}

describe('who sees what', () => {
  test('clients never see each other, nor what is not theirs to act on', async () => {
    const [own, other] = [await shortage('SO-OWN'), await shortage('SO-OTHER', otherId)];
    await look();
    const controller = (await it.given.clientUser(clientId, true)).caller;
    const reader = (await it.given.clientUser(clientId)).caller;
    const all = (caller: Caller) => caller.ok(exceptions.list, { query: { per_page: 100 } });
    const seen = (await all(controller)).records;
    expect(seen.map(({ id }) => id)).toContain(own.id);
    expect(seen.every(({ client_id }) => client_id === clientId)).toBe(true);
    expect(new Set(seen.map(({ kind }) => kind))).not.toContain('shipment-late');
    // Who may not write orders cannot act on a shortage.
    expect((await all(reader)).records.map(({ id }) => id)).not.toContain(own.id);
    for (const endpoint of [exceptions.get, exceptions.look])
      expect((await controller.call(endpoint, { params: { id: other.id } })).status).toBe(404);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const params = { id: other.id };
    expect((await controller.call(exceptions.own, { params, body: { is_mine: 1 } })).status).toBe(404);
    expect((await controller.call(exceptions.snooze, { params, body: { until } })).status).toBe(404);
    const about = { commentable_type: 'Exception' as const, commentable_id: other.id };
    expect((await controller.call(panels.comments, { query: about })).status).toBe(404);
    expect((await controller.call(panels.addComment, { body: { ...about, comment: 'Mine?' } })).status).toBe(400);
    const overview = await controller.ok(exceptions.overview, { query: { view: 'all', search: '' } });
    expect(overview.views.all).toBe(seen.length);
  });

  test('a failed import is shown to the user who can resume it, not to colleagues', async () => {
    const [uploader, colleague] = [await it.given.clientUser(clientId), await it.given.clientUser(clientId)];
    const id = await idOf(
      `insert into imports (client_id, user_id, user_name, type, file_name, headings, rows, row_count, state, reason, finished_at)
       values ($1, $2, 'Somebody', 'Order', 'theirs.xlsx', '[]', '[]', 3, 'failed', 'ImportIsDiscarded', now()) returning id`,
      [clientId, uploader.id],
    );
    await look('import-failed');
    const [own] = await seenBy(uploader.caller, 'import-failed');
    expect(own?.action?.call).toMatchObject({ method: 'POST', path: `/upload/excel/imports/${id}/resume` });
    expect(await seenBy(colleague.caller, 'import-failed')).toEqual([]);
    await owner("update imports set state = 'done' where id = $1", [id]);
  });

  test('main users see the kinds that their role allows', async () => {
    await cases.find(({ kind }) => kind === 'work-unbilled')?.begin();
    await look('work-unbilled');
    const viewer = await it.given.mainUser([]);
    const biller = await it.given.mainUser(['view_entry_list']);
    expect(await seenBy(viewer.caller, 'work-unbilled')).toEqual([]);
    expect((await seenBy(biller.caller, 'work-unbilled')).length).toBeGreaterThan(0);
    const [found] = await seenBy(biller.caller, 'work-unbilled');
    const about = { commentable_type: 'Exception' as const, commentable_id: found?.id ?? 0 };
    expect((await viewer.caller.call(panels.comments, { query: about })).status).toBe(404);
    expect(await biller.caller.ok(panels.comments, { query: about })).toEqual([]);
  });
});

describe('what people keep of it', () => {
  test('an owner, until it is given back; closing and opening again forgets the owner, not the comments', async () => {
    const { id, fill } = await shortage('SO-OWNED');
    const taken = await boss.ok(exceptions.own, { params: { id }, body: { is_mine: 1 } });
    expect(taken).toMatchObject({ is_mine: true, owner: 'Marta Oliveira' });
    const staff = await it.as('staff');
    expect(await staff.ok(exceptions.get, { params: { id } })).toMatchObject({
      is_mine: false,
      owner: 'Marta Oliveira',
    });
    const mine = { query: { filter_by: { owner: ['me'] }, per_page: 100 } };
    expect((await boss.ok(exceptions.list, mine)).records.map((row) => row.id)).toContain(id);
    expect((await staff.ok(exceptions.list, mine)).records.map((row) => row.id)).not.toContain(id);
    const about = { commentable_type: 'Exception' as const, commentable_id: id };
    await boss.ok(panels.addComment, { body: { ...about, comment: 'Asked the client', internal: 1 } });
    expect((await boss.ok(exceptions.get, { params: { id } })).comment_count).toBe(1);
    const controller = (await it.given.clientUser(clientId, true)).caller;
    expect((await controller.ok(exceptions.get, { params: { id } })).comment_count).toBe(0);
    expect(await controller.ok(panels.comments, { query: about })).toEqual([]);
    const [line] = await owner(
      "select l.inventory_id as id from order_lines l join orders o on o.id = l.order_id where o.reference = 'SO-OWNED'",
    );
    await fill();
    await look('order-short');
    expect((await boss.call(exceptions.get, { params: { id } })).status).toBe(404);
    await owner('update item_totals set in_stock = 0 where inventory_id = $1', [line?.id]);
    await look('order-short');
    expect(await boss.ok(exceptions.get, { params: { id } })).toMatchObject({
      owner: '',
      is_mine: false,
      comment_count: 1,
    });
  });

  test('somebody else can be given it, who sees it', async () => {
    const { id } = await shortage('SO-GIVEN');
    const params = { id };
    const [controller, colleague, reader] = [
      await it.given.clientUser(clientId, true),
      await it.given.clientUser(clientId, true),
      await it.given.clientUser(clientId),
    ];
    const stranger = await it.given.clientUser(otherId, true);
    const staff = await it.given.mainUser([]);
    const disabled = await it.given.mainUser([]);
    await owner('update users set is_active = false where id = $1', [disabled.id]);
    const offered = async (caller: Caller) => (await caller.ok(exceptions.people, { params })).map((each) => each.id);
    const ofStaff = await offered(boss);
    expect(ofStaff).toEqual(expect.arrayContaining([staff.id, controller.id, colleague.id]));
    for (const { id: unseen } of [reader, stranger, disabled]) expect(ofStaff).not.toContain(unseen);
    // A client does not learn who works in the warehouse.
    const ofClient = await offered(controller.caller);
    expect(ofClient).toEqual(expect.arrayContaining([controller.id, colleague.id]));
    const others = await owner('select id from users where id = any($1::int[]) and client_id is distinct from $2', [
      ofClient,
      clientId,
    ]);
    expect(others).toEqual([]);

    const give = (user_id: number, by = boss) => by.call(exceptions.give, { params, body: { user_id } });
    for (const { id: unseen } of [reader, stranger, disabled]) {
      const { status, body } = await give(unseen);
      expect([status, body.keys]).toEqual([422, { user_id: ['PersonCannotSeeIt'] }]);
    }
    expect((await give(staff.id, controller.caller)).status).toBe(422);
    expect((await give(colleague.id, controller.caller)).status).toBe(200);
    expect(await colleague.caller.ok(exceptions.get, { params })).toMatchObject({ is_mine: true });
    expect((await give(staff.id)).status).toBe(200);
    expect(await staff.caller.ok(exceptions.get, { params })).toMatchObject({ is_mine: true });
    expect((await give(stranger.id, stranger.caller)).status).toBe(404);
    expect((await stranger.caller.call(exceptions.people, { params })).status).toBe(404);
  });

  test('put off it is hidden until its time, and shown among those put off', async () => {
    const { id } = await shortage('SO-LATER');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const counted = async () => (await boss.ok(api.dashboard.counters)).exceptions?.total ?? 0;
    const before = await counted();
    expect(await boss.ok(exceptions.snooze, { params: { id }, body: { until } })).toMatchObject({
      snoozed_until: until,
    });
    expect(await counted()).toBe(before - 1);
    const shown = async (state: string) =>
      (
        await boss.ok(exceptions.list, {
          query: { filter_by: { state: [state], kind: ['order-short'] }, per_page: 100 },
        })
      ).records.some((row) => row.id === id);
    expect([await shown('open'), await shown('snoozed')]).toEqual([false, true]);
    const view = { view: 'snoozed', search: 'so-later' } as const;
    expect((await boss.ok(exceptions.overview, { query: view })).groups[0]?.records[0]?.id).toBe(id);
    await owner("update exceptions set snoozed_until = now() - interval '1 second' where id = $1", [id]);
    expect([await shown('open'), await shown('snoozed')]).toEqual([true, false]);
    const past = await boss.call(exceptions.snooze, {
      params: { id },
      body: { until: new Date(Date.now() - 1000).toISOString() },
    });
    expect([past.status, past.body.keys]).toEqual([422, { until: ['SnoozeIsPast'] }]);
    const far = await boss.call(exceptions.snooze, {
      params: { id },
      body: { until: new Date(Date.now() + 91 * 86_400_000).toISOString() },
    });
    expect(far.body.keys).toEqual({ until: ['SnoozeIsTooFar:90'] });
  });

  test('put off by a user of the client it stays in sight of the warehouse', async () => {
    const { id } = await shortage('SO-HIDDEN');
    const controller = (await it.given.clientUser(clientId, true)).caller;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await controller.ok(exceptions.snooze, { params: { id }, body: { until } });
    const ids = async (caller: Caller) =>
      (await caller.ok(exceptions.list, { query: { search: 'so-hidden' } })).records.map((row) => row.id);
    expect([await ids(controller), await ids(boss)]).toEqual([[], [id]]);
  });

  test('the button is a call of the API; looking again says that the cause is gone', async () => {
    await cases.find(({ kind }) => kind === 'event-parked')?.begin();
    await look('event-parked');
    const [parked] = await seenBy(boss, 'event-parked');
    const { id = 0, action } = parked ?? {};
    expect(await boss.ok(exceptions.look, { params: { id } })).toEqual({ is_open: true });
    const { method, path } = action?.call ?? { method: 'PUT', path: '' };
    const answer = await it.http.inject({
      method,
      url: `/api/v3${path}`,
      headers: { authorization: `Bearer ${boss.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(await boss.ok(exceptions.look, { params: { id } })).toEqual({ is_open: false });
  });

  test('is counted by view and severity, grouped worst first, in the language of the reader', async () => {
    const overview = await boss.ok(exceptions.overview, { query: { view: 'all', search: '' } });
    const { views, severities, groups, looked_at } = overview;
    expect(severities.stopped + severities.attention + severities.note).toBe(views.all);
    expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(views.all);
    const order = groups.map(({ severity }) => ['stopped', 'attention', 'note'].indexOf(severity));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(groups.every(({ total, records }) => records.length === Math.min(total, 3))).toBe(true);
    expect(Date.parse(looked_at ?? '')).toBeGreaterThan(Date.now() - 120_000);
    expect((await boss.ok(api.dashboard.counters)).exceptions?.total).toBe(views.all);
    const { attention } = await boss.ok(api.dashboard.get, { query: { period: 'day', scope: 'all' } });
    expect(attention.exceptions).toMatchObject({ total: views.all, stopped: severities.stopped });
    await owner("update users set lang = 'ch' where email = 'super@longshore.test'");
    const chinese = await boss.ok(exceptions.overview, { query: { view: 'all', search: '' } });
    expect(chinese.groups.find(({ kind }) => kind === 'order-short')?.title).toBe('缺货');
    await owner("update users set lang = 'en' where email = 'super@longshore.test'");
  });
});

describe('a mail about what opened', () => {
  const mailExceptions = () =>
    mailExceptionsJob({
      registry,
      findActor: actorById(lookups(it.app.pools)),
      queueMail: mailQueue(it.vault),
    })({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
  const mailsTo = async ({ email }: Caller) =>
    (await boss.ok(api.operations.outbox)).filter(({ to }) => to === email).map(({ subject }) => subject);

  test('comes once, for what the user may see then, until it is turned off', async () => {
    const [controller, elsewhere] = [
      (await it.given.clientUser(clientId, true)).caller,
      (await it.given.clientUser(otherId, true)).caller,
    ];
    await shortage('SO-BEFORE');
    for (const caller of [controller, elsewhere]) await caller.ok(exceptions.notify, { body: {} });
    await Promise.all([mailExceptions(), mailExceptions()]);
    expect(await mailsTo(controller)).toEqual([]);

    await shortage('SO-FIRST');
    const { fill } = await shortage('SO-SECOND');
    await Promise.all([mailExceptions(), mailExceptions()]);
    expect(await mailsTo(controller)).toEqual(['Harrow Street Logistics: 2 new exceptions']);
    const text = await mailedText(it, controller.email);
    for (const reference of ['SO-FIRST', 'SO-SECOND']) expect(text).toContain(reference);
    expect(text).not.toContain('SO-BEFORE');
    expect(await mailsTo(elsewhere)).toEqual([]);
    await mailExceptions();
    expect(await mailsTo(controller)).toHaveLength(1);

    // What is closed before the mail is made needs nobody.
    await fill();
    await shortage('SO-THIRD').then(({ fill: fillThird }) => fillThird());
    await look('order-short');
    await mailExceptions();
    expect(await mailsTo(controller)).toHaveLength(1);
    // Who may no longer see it is not told of it.
    await owner('update users set order_controller = false where email = $1', [controller.email]);
    await shortage('SO-FOURTH');
    await mailExceptions();
    expect(await mailsTo(controller)).toHaveLength(1);
    await owner('update users set order_controller = true where email = $1', [controller.email]);
    await mailExceptions();
    expect(await mailsTo(controller)).toHaveLength(2);
    await controller.ok(exceptions.stopNotifying);
    expect((await controller.ok(exceptions.notification)).notification).toBeNull();
    await shortage('SO-FIFTH');
    await mailExceptions();
    expect(await mailsTo(controller)).toHaveLength(2);
  });

  test('is limited to kinds and clients that the user chose', async () => {
    const { caller } = await it.given.mainUser(['view_shipments_list']);
    const body = { kinds: ['order-short'], client_ids: [otherId] };
    expect(await caller.ok(exceptions.notify, { body })).toEqual(body);
    const { notification, offered } = await caller.ok(exceptions.notification);
    expect([notification, offered.map(({ kind }) => kind)]).toEqual([body, expect.arrayContaining(['order-short'])]);
    await shortage('SO-NOT-CHOSEN');
    await shortage('SO-CHOSEN', otherId);
    await mailExceptions();
    expect(await mailsTo(caller)).toEqual(['Harrow Street Logistics: 1 new exception']);
    const refused = async (wrong: object) => (await caller.call(exceptions.notify, { body: wrong })).body.keys;
    expect(await refused({ kinds: ['work-unbilled'] })).toEqual({ kinds: ['ExceptionKindIsUnknown'] });
    expect(await refused({ client_ids: [2_000_000_000] })).toEqual({ client_ids: ['ClientIsUnknown'] });
    const { caller: own } = await it.given.clientUser(clientId);
    const { body: answer } = await own.call(exceptions.notify, { body: { client_ids: [otherId] } });
    expect(answer.keys).toEqual({ client_ids: ['ClientIsUnknown'] });
  });
});

test('an event of the business is enough: the worker looks again, and screens are notified', async () => {
  const app = await testApp({ worker: true });
  const staff = await app.as('super');
  const orders = ordering(app, staff);
  const item = await orders.item(0, 1);
  await orders.order({ reference: 'SO-LIVE', lines: [[item.id, 4]] });
  const sentences = async () =>
    (
      await staff.ok(exceptions.list, { query: { filter_by: { kind: ['order-short'] }, search: 'so-live' } })
    ).records.map(({ sentence }) => sentence);
  await eventually(async () => ((await sentences()).length ? true : undefined));
  await addStock(item.id, 4, staff);
  await eventually(async () => ((await sentences()).length ? undefined : true));
  const recorded = await app.database.owner("select from events where kind = 'exceptions.changed' and client_id = 1");
  expect(recorded.length).toBeGreaterThan(1);
}, 40_000);
