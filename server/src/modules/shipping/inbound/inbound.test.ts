import {
  api,
  FBA_DOCUMENTS,
  type FbaDocumentName,
  type FbaShipment,
  fbaPaperEndpoints,
  type OrderType,
  shipmentCode,
} from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { readCodes } from '../../../../test/scan.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';

const { fba, shipments } = api;
const PATIENCE_MS = 30_000;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;
let item: { id: number; sku: string };

const seller = () => {
  const [first] = sandbox.amazon.sellers;
  if (!first) throw new Error('The sandbox has a seller.');
  return first;
};

beforeAll(async () => {
  sandbox = await startSandbox();
  it = await testApp({
    worker: true,
    partners: {
      urls: sandbox.baseUrls,
      apps: sandbox.apps,
      allowPrivate: false,
      demo: sandbox.credentials,
    },
  });
  boss = await it.as('super');
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  await it.database.owner('update company set do_fba = true');
  await connect(clientId);
  const made = await it.given.item(boss, { client_id: clientId });
  item = { id: made.id, sku: made.sku };
  await it.given.stock(item.id, 5_000);
}, 120_000);
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.stopFailing();
  sandbox.clearCalls();
});

/** The link of the newest invitation, out of the outbox. */
async function invitationFor(client: number): Promise<string> {
  await boss.ok(fba.invite, {
    body: { client_id: client, to: 'seller@example.test', cc: 'boss@example.test' } as never,
  });
  const [mail] = await it.database.owner<{ body_sealed: Buffer; recipient: string }>(
    'select body_sealed, recipient from mails order by id desc limit 1',
  );
  expect(mail?.recipient).toBe('seller@example.test, boss@example.test');
  return /\/auth\/fba\/(\S+)/.exec(tokens.at(-1) ?? it.vault.open(mail?.body_sealed as Buffer))?.[1] ?? '';
}
const tokens: string[] = [];

async function connect(client: number): Promise<void> {
  const token = await tokenFor(client);
  const { key_1 = '', access_token = '' } = sandbox.credentials.amazon ?? {};
  await it.guest.ok(fba.accept, { body: { token, sellerId: key_1, mwsToken: access_token } });
}

/** An invitation whose token is known: what is mailed is masked as soon as the mail is kept. */
async function tokenFor(client: number, hoursLeft = 24): Promise<string> {
  const token = `token-${Math.random()}`;
  await it.database.owner(
    `insert into fba_invitations (client_id, token_hash, recipients, user_id, user_name, expires_at)
     select $1, sha256($2::text::bytea), '', id, name, now() + make_interval(hours => $3) from users where email = 'super@longshore.test'`,
    [client, token, hoursLeft],
  );
  return token;
}

const orderOf = (quantity = 30) =>
  it.given.order(boss, 'Customer Order', { client_id: clientId, lines: [{ inventory_id: item.id, quantity }] });

const until = <Found>(found: () => Promise<Found | undefined>) => eventually(found, PATIENCE_MS);

async function planned(quantity = 30): Promise<{ orderId: number; ids: number[] }> {
  const { id: orderId } = await orderOf(quantity);
  await boss.ok(fba.plan, { params: { id: orderId } });
  const plan = await until(async () => {
    const read = await boss.ok(fba.readPlan, { params: { id: orderId } });
    if (read.state === 'failed') throw new Error(read.problem);
    return read.state === 'planned' ? read : undefined;
  });
  return { orderId, ids: plan.shipments.map(({ id }) => id) };
}

const stateOf = (id: number) => boss.ok(fba.get, { params: { id } });
const settled = (id: number, reached: (state: FbaShipment) => boolean = () => true) =>
  until(async () => {
    const state = await stateOf(id);
    return !state.working && reached(state) ? state : undefined;
  });

async function pack(id: number, weight = 12): Promise<void> {
  const { shipment_lines } = await boss.ok(shipments.get, { params: { id } });
  await boss.ok(shipments.pack, {
    params: { id },
    body: {
      containers: [
        {
          length: 16,
          width: 12,
          height: 8,
          weight,
          contents: shipment_lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
        },
      ],
    } as never,
  });
}

/** Does a step and waits until Amazon has answered. */
async function step(id: number, endpoint: (typeof fba)['submitFeed'], body?: object): Promise<FbaShipment> {
  await boss.ok(endpoint, { params: { id }, ...(body ? { body } : {}) } as never);
  const state = await settled(id);
  expect(state.failed).toBeNull();
  return state;
}
const asStep = (endpoint: unknown) => endpoint as (typeof fba)['submitFeed'];

/** A shipment whose cost is known, with all others of its plan. */
async function costed(): Promise<{ orderId: number; ids: number[]; id: number }> {
  const made = await planned();
  const [id = 0] = made.ids;
  await step(id, asStep(fba.create), { type: 'FEED' });
  for (const each of made.ids) {
    await pack(each);
    await step(each, fba.submitFeed);
    await step(each, fba.submitTransport);
    await step(each, fba.requestTransport);
    await step(each, asStep(fba.costTransport), {});
  }
  return { ...made, id };
}

describe('from plan to labels', () => {
  test('each step is done in its turn, its cost is written to the shipment, and labels are stored', async () => {
    const { ids, id, orderId } = await costed();
    expect(ids.length).toBeGreaterThan(0);
    expect(await boss.ok(fba.plan, { params: { id: orderId } })).toBe('success');
    const ready = await stateOf(id);
    expect(ready).toMatchObject({ next: 'confirm', exist_in_fba: 1, fba_shipment_id: expect.stringMatching(/^FBA/) });
    expect(ready.feed).toMatchObject({ FeedProcessingStatus: '_DONE_' });
    const confirmed = await step(id, fba.confirmTransport);
    expect(confirmed).toMatchObject({ next: 'complete', deadline: { of: 'void' } });
    for (const each of ids) {
      const { tracking, exist_in_fba } = await boss.ok(shipments.get, { params: { id: each } });
      expect(tracking.cost).toBeGreaterThan(0);
      expect(exist_in_fba).toBe(1);
    }
    const labelled = await until(async () => {
      const state = await stateOf(id);
      return state.documents.every((document) => document.state === 'ready') ? state : undefined;
    });
    for (const { url } of labelled.documents) {
      const printed = await it.http.inject({ method: 'GET', url });
      expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    const done = await step(id, asStep(fba.complete), {});
    expect(done.next).toBe('done');
    const history = await boss.ok(fba.history, { params: { id } });
    expect(history.map(({ action }) => action)).toEqual([
      '_SUBMIT_FBA_CARTON_FEED',
      '_SUBMIT_TRANSPORT_CONTENT',
      '_SHIPPING_ESTIMATE_REQUESTED',
      '_SHIPPING_COST_ESTIMATE_REQUESTED',
      '_FBA_SHIPPING_FINAL_CONFIRMED',
      '_FBA_SHIPPING_SHIPMENT_SHIPPED',
    ]);
    expect(history[3]?.response.cost).toBeGreaterThan(0);
  }, 120_000);

  test('a void within 24 hours cancels the whole plan and takes the cost back; later it is refused', async () => {
    const { id, ids } = await costed();
    await step(id, fba.confirmTransport);
    const voided = await step(id, fba.voidTransport);
    expect(voided.next).toBe('voided');
    for (const each of ids) {
      const { tracking, exist_in_fba } = await boss.ok(shipments.get, { params: { id: each } });
      expect([tracking.cost, exist_in_fba]).toEqual([0, 0]);
      expect((await boss.ok(fba.history, { params: { id: each } })).at(-1)?.action).toBe('_FBA_SHIPPING_LABEL_VOIDED');
    }
    const plans = seller()
      .shipments()
      .filter(({ shipment }) => shipment.confirmationId === voided.fba_shipment_id);
    expect(plans.every(({ shipment }) => shipment.status === 'CANCELLED')).toBe(true);
  }, 120_000);
});

describe('papers', () => {
  const print = (name: FbaDocumentName, ids: readonly unknown[], caller = boss, headers = {}) =>
    caller.call(fbaPaperEndpoints[name], { query: ids.map((id) => `ids[]=${id}`).join('&'), headers });
  const pagesOf = async (name: FbaDocumentName, ids: readonly number[], caller = boss) => {
    const { status, data, body } = await print(name, ids, caller);
    expect(status, JSON.stringify(body)).toBe(200);
    return readPdf(Buffer.from(data, 'base64')).pages;
  };
  const codesOf = async (pages: Awaited<ReturnType<typeof pagesOf>>) =>
    (await Promise.all(pages.map((page) => readCodes(page, 203)))).flat();
  const printsOf = async (ids: readonly number[]) => {
    const rows = await it.database.owner<{ print_count: number }>(
      'select print_count from shipments where id = any($1) order by id',
      [ids],
    );
    return rows.map(({ print_count }) => print_count);
  };
  const refusalOf = async (name: FbaDocumentName, id: unknown) => {
    const { status, body } = await print(name, [id]);
    return [status, body.error_code, body.keys?._];
  };

  /** A shipment that is packed for content by 2D barcode. */
  async function withBarcodes(): Promise<{ id: number; ids: number[] }> {
    const { ids } = await planned();
    const [id = 0] = ids;
    await step(id, asStep(fba.create), { type: '2D_BARCODE' });
    await pack(id);
    return { id, ids };
  }

  test('each has the number of the marketplace; a print counts once, also when it is asked for again', async () => {
    const { id } = await withBarcodes();
    const { fba_shipment_id: fbaId, boxes, destination } = await stateOf(id);
    for (const name of FBA_DOCUMENTS) {
      const pages = await pagesOf(name, [id]);
      expect(pages.flatMap(({ text }) => text).join('|'), name).toContain(fbaId);
      const [page] = pages;
      expect(page?.width, name).toBe(name === 'two-d-feed' || name.endsWith('/sm') ? 288 : 612);
    }
    expect(await printsOf([id])).toEqual([FBA_DOCUMENTS.length]);
    const units = boxes[0]?.units;
    const [code = ''] = await codesOf(await pagesOf('two-d-feed', [id]));
    expect(code).toMatch(new RegExp(`^PDF417 AMZN,PO:${fbaId},FNSKU:X00[A-Z0-9]+,QTY:${units}$`));
    const fnsku = /FNSKU:(X00[A-Z0-9]+)/.exec(code)?.[1];
    const prep = await pagesOf('prep', [id]);
    expect(await codesOf(prep)).toEqual(expect.arrayContaining([`Code128 ${shipmentCode(id)}`, `Code128 ${fnsku}`]));
    expect(prep.flatMap(({ text }) => text).join('|')).toContain(destination.warehouse);
    const key = { 'idempotency-key': 'fba-print-once' };
    const [first, again] = [await print('shipment', [id], boss, key), await print('shipment', [id], boss, key)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await printsOf([id])).toEqual([FBA_DOCUMENTS.length + 3]);
  }, 120_000);

  test('an item that the marketplace has not numbered has the code on the product', async () => {
    const { id } = await withBarcodes();
    await it.database.owner(
      `update fba_plans set items = (select jsonb_agg(i - 'itemId') from jsonb_array_elements(items) i)
       where id = (select plan_id from fba_shipments where shipment_id = $1)`,
      [id],
    );
    for (const [upc, named] of [
      ['847603044631', 'UPC:847603044631'],
      ['4006381333931', 'EAN:4006381333931'],
    ]) {
      await it.database.owner('update inventories set upc = $2 where id = $1', [item.id, upc]);
      expect((await codesOf(await pagesOf('two-d-feed', [id]))).join()).toContain(`,${named},QTY:`);
    }
    await it.database.owner("update inventories set upc = 'SHELF-7' where id = $1", [item.id]);
    const [page] = await pagesOf('two-d-feed', [id]);
    expect(page?.text.join(' ')).toContain(item.sku);
    expect(page?.bars).toEqual([]);
  }, 120_000);

  test('of no shipment, a voided one, an inbound one, and one without a plan are refused, and none of them is counted', async () => {
    const { ids } = await planned();
    const given = ordering(it, boss);
    const shipped = async (type: OrderType) => {
      const order = await given.order({ type, clientId, lines: [[item.id, 1]] });
      await given.ship(order);
      return (await given.shipments(order))[0]?.id ?? 0;
    };
    const plain = await shipped('Customer Order');
    expect(await refusalOf('prep', plain)).toEqual([400, 40005, ['FbaNotPlanned']]);
    expect((await refusalOf('prep', await shipped('Vendor Order')))[1]).toBe(40006);
    await given.voided(plain);
    expect((await refusalOf('prep', plain))[1]).toBe(40001);
    for (const unknown of [2147483647, 'abc']) expect((await refusalOf('shipment', unknown))[1]).toBe(40001);
    expect((await print('shipment', [...ids, 2147483647])).body.error_code).toBe(40001);
    expect(await printsOf(ids)).toEqual(ids.map(() => 0));
  }, 60_000);

  test('2D barcodes are for content by 2D barcode, of a shipment that exists there and is packed', async () => {
    const { ids } = await planned();
    const [id = 0] = ids;
    const why = async () => (await refusalOf('two-d-feed', id)).flat();
    const feed = (type: string) =>
      it.database.owner('update shipments set fba_feed_type = $2 where id = $1', [id, type]);
    await feed('FEED');
    expect(await why()).toEqual([400, 40005, 'FbaOnlyFor2D']);
    await feed('2D_BARCODE');
    expect(await why()).toEqual([400, 40005, 'FbaNotCreated']);
    await step(id, asStep(fba.create), { type: '2D_BARCODE' });
    expect(await why()).toEqual([400, 40005, 'FbaNotPacked']);
    expect(await pagesOf('prep', [id])).toHaveLength(1);
    await pack(id);
    expect(await pagesOf('two-d-feed', [id])).toHaveLength(1);
    await step(id, fba.voidTransport);
    for (const name of FBA_DOCUMENTS) expect(await refusalOf(name, id)).toEqual([400, 40005, ['FbaPlanIsVoided']]);
  }, 120_000);

  test('are for those who may see shipments, in their language and on the paper of the company', async () => {
    const { id } = await withBarcodes();
    for (const caller of [await it.as('client'), (await it.given.mainUser([])).caller])
      expect((await print('shipment', [id], caller)).status).toBe(403);
    const { id: userId, caller } = await it.given.mainUser(['view_shipment_model'], clientId);
    await it.database.owner("update users set lang = 'ch' where id = $1", [userId]);
    await it.database.owner("update company set paper_size = 'a4'");
    const [page] = await pagesOf('prep', [id], caller);
    expect(page?.text).toContain('拣货与贴标清单');
    expect(page?.width).toBeCloseTo(595, 0);
    await it.database.owner("update company set paper_size = ''");
  }, 60_000);
});

describe('refusals', () => {
  test('a step before its turn, one that is not packed, and one too late say so', async () => {
    const { ids } = await planned();
    const [id = 0] = ids;
    const early = await boss.call(fba.submitTransport, { params: { id } });
    expect([early.status, early.body.error_code, early.body.keys?._]).toEqual([400, 40005, ['FbaNotYet']]);
    await step(id, asStep(fba.create), { type: 'NONE' });
    const unpacked = await boss.call(fba.submitTransport, { params: { id } });
    expect(unpacked.body.message).toContain(
      'Shipment is not packed. Please pack your shipment first by going back to shipment main page.',
    );
    const feed = await boss.call(fba.submitFeed, { params: { id } });
    expect(feed.status).toBe(400);
    const changed = await boss.ok(fba.changeFeed, { params: { id }, body: { type: 'FEED' } });
    expect(changed.feed_type).toBe('FEED');
    expect((await boss.call(fba.changeFeed, { params: { id }, body: { type: 'FEED' } })).status).toBe(400);
  }, 60_000);

  test('a plan whose time is over cannot be created', async () => {
    const { ids } = await planned();
    const [id = 0] = ids;
    await it.database.owner(
      `update fba_plans set placement_expires_at = now() - interval '1 minute' where id = (select plan_id from fba_shipments where shipment_id = $1)`,
      [id],
    );
    expect((await stateOf(id)).next).toBe('restart');
    const late = await boss.call(fba.create, { params: { id }, body: {} });
    expect(late.body.keys?._).toEqual(['FbaTooLate']);
  }, 60_000);

  test('an order that lacks stock is not planned', async () => {
    const made = await it.given.item(boss, { client_id: clientId });
    const { id } = await it.given.order(boss, 'Customer Order', {
      client_id: clientId,
      lines: [{ inventory_id: made.id, quantity: 3 }],
    });
    const refusal = await boss.call(fba.plan, { params: { id } });
    expect([refusal.status, refusal.body.error_code]).toEqual([400, 40002]);
    expect(refusal.body.message).toContain(
      'Cannot save shipments to the system. It might be caused by insufficient inventories',
    );
  });
});

describe('deadlines', () => {
  const open = async (kind: string, id: number) => {
    await it.database.owner(
      `select graphile_worker.add_job('look-at-exceptions', $1::json, job_key := 'look in test')`,
      [JSON.stringify({ kind })],
    );
    const { records } = await boss.ok(api.exceptions.list, { query: `filter_by[kind]=${kind}&per_page=100` as never });
    return records.find(({ link }) => link === `/f/outbound/fba/${id}/fulfill`);
  };
  const isOpen = (id: number, wanted: boolean) =>
    until(async () => {
      const found = await open('fba-deadline', id);
      return Boolean(found) === wanted ? { found } : undefined;
    });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const ofPlan = (id: number, hours: number) =>
    it.database.owner(
      'update fba_plans set placement_expires_at = $2 where id = (select plan_id from fba_shipments where shipment_id = $1)',
      [id, inHours(hours)],
    );
  const ofTransport = (id: number, name: 'expires_at' | 'voidable_until', hours: number) =>
    it.database.owner(
      `update fba_shipments set transport = jsonb_set(transport, array[$2::text], to_jsonb($3::text)) where shipment_id = $1`,
      [id, name, inHours(hours)],
    );

  test('a placement and a cost that must be confirmed soon are exceptions, which end when they are', async () => {
    const { ids } = await planned();
    const [id = 0] = ids;
    await ofPlan(id, 30);
    await isOpen(id, false);
    await ofPlan(id, 5);
    const { found } = await isOpen(id, true);
    const [day] = inHours(5).split('T');
    expect(found?.sentence).toMatch(/must be confirmed at Amazon until \d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
    // The company may be in another day than UTC.
    expect(
      Math.abs(Date.parse(found?.sentence.match(/\d{4}-\d{2}-\d{2}/)?.[0] ?? '') - Date.parse(day ?? '')),
    ).toBeLessThan(2 * 86_400_000);
    expect(found?.facts).toEqual([{ label: 'Expires', value: expect.stringMatching(/^\d{4}-/) }]);
    await step(id, asStep(fba.create), { type: 'FEED' });
    await isOpen(id, false);
    await pack(id);
    await step(id, fba.submitFeed);
    await step(id, fba.submitTransport);
    await step(id, fba.requestTransport);
    await step(id, asStep(fba.costTransport), {});
    await isOpen(id, false);
    await ofTransport(id, 'expires_at', 5);
    await isOpen(id, true);
    await step(id, fba.confirmTransport);
    await isOpen(id, false);
  }, 120_000);

  test('a cost whose time is over is asked for again; a void whose time is over is refused, and is no exception', async () => {
    const { id } = await costed();
    await ofTransport(id, 'expires_at', -1);
    expect((await stateOf(id)).next).toBe('estimate');
    expect((await boss.call(fba.confirmTransport, { params: { id } })).body.keys?._).toEqual(['FbaCostTooOld']);
    await step(id, fba.requestTransport);
    await step(id, asStep(fba.costTransport), {});
    await step(id, fba.confirmTransport);
    await ofTransport(id, 'voidable_until', 5);
    expect(await stateOf(id)).toMatchObject({ deadline: { of: 'void' } });
    await isOpen(id, false);
    await ofTransport(id, 'voidable_until', -1);
    const late = await boss.call(fba.voidTransport, { params: { id } });
    expect([late.status, late.body.keys?._]).toEqual([400, ['FbaVoidTooLate']]);
    await isOpen(id, false);
  }, 120_000);

  test('a step that fails is an exception with Amazon’s reason, until it is done', async () => {
    const { ids } = await planned();
    const [id = 0] = ids;
    await step(id, asStep(fba.create), { type: 'NONE' });
    await pack(id);
    const errors = [{ code: 'BadRequest', message: 'Box 1 is too long.', details: '' }];
    sandbox.fail({ match: 'POST /packingInformation', status: 400, body: { errors } });
    await boss.ok(fba.submitTransport, { params: { id } });
    const { failed } = await settled(id, (state) => state.failed !== null);
    const found = await until(async () => open('fba-step-failed', id));
    expect(failed?.problem).toContain('Box 1 is too long');
    expect(found.sentence).toContain('Box 1 is too long');
    await step(id, fba.submitTransport);
    await until(async () => ((await open('fba-step-failed', id)) ? undefined : true));
  }, 120_000);
});

describe('races and lost answers', () => {
  const plansAtAmazon = () => seller().plans.size;

  test('two who plan at once make one plan', async () => {
    const before = plansAtAmazon();
    const { id } = await orderOf();
    await Promise.all([1, 2, 3].map(() => boss.ok(fba.plan, { params: { id } })));
    await until(async () => ((await boss.ok(fba.readPlan, { params: { id } })).state === 'planned' ? true : undefined));
    expect(plansAtAmazon() - before).toBe(1);
    const rows = await it.database.owner('select from shipments where order_id = $1', [id]);
    const plan = await boss.ok(fba.readPlan, { params: { id } });
    expect(rows).toHaveLength(plan.shipments.length);
  }, 60_000);

  test('two who confirm at once accept the cost once', async () => {
    const { id } = await costed();
    const before = seller().charged;
    await Promise.all([1, 2, 3].map(() => boss.ok(fba.confirmTransport, { params: { id } })));
    await settled(id, ({ next }) => next === 'complete');
    const confirms = sandbox
      .calls()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/transportationOptions/confirmation'));
    expect(confirms).toHaveLength(1);
    const { transport } = await boss.ok(fba.get, { params: { id } });
    expect(seller().charged - before).toBeCloseTo(Number(transport?.cost?.amount) * 100, 0);
  }, 120_000);

  test('a plan whose answer is lost is found by its name', async () => {
    const before = plansAtAmazon();
    sandbox.fail({ match: 'POST /inboundPlans', dropAfterWrite: true, times: 1 });
    await planned();
    expect(plansAtAmazon() - before).toBe(1);
  }, 60_000);

  test('an acceptance whose answer is lost is looked up, not sent again', async () => {
    const { id } = await costed();
    const before = seller().charged;
    sandbox.fail({ match: 'POST /transportationOptions/confirmation', dropAfterWrite: true, times: 1 });
    await boss.ok(fba.confirmTransport, { params: { id } });
    await settled(id, ({ next }) => next === 'complete');
    const confirms = sandbox
      .calls()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/transportationOptions/confirmation'));
    expect(confirms).toHaveLength(1);
    const { transport } = await boss.ok(fba.get, { params: { id } });
    expect(seller().charged - before).toBeCloseTo(Number(transport?.cost?.amount) * 100, 0);
  }, 120_000);
});

describe('invitations', () => {
  test('an account that is connected is asked for no webhooks, and leaves no failed job', async () => {
    const client = await it.given.client();
    await connect(client);
    const runs = await eventually(async () => {
      const found = await it.database.owner<{ state: string }>(
        `select r.state from job_runs r join integrations i on i.id = (r.payload ->> 'integration_id')::int
         where r.task = 'ensure-channel-hooks' and i.client_id = $1`,
        [client],
      );
      return found.length > 0 ? found : undefined;
    }, PATIENCE_MS);
    expect(runs).toEqual([{ state: 'done' }]);
  });

  const credentials = () => {
    const { key_1 = '', access_token = '' } = sandbox.credentials.amazon ?? {};
    return { sellerId: key_1, mwsToken: access_token };
  };

  test('the link is mailed; only its hash is stored; switched off it is refused', async () => {
    const client = await it.given.client();
    const link = await invitationFor(client).catch((error: Error) => error);
    expect(link).not.toBeInstanceOf(Error);
    await it.database.owner('update company set do_fba = false');
    const refusal = await boss.call(fba.invite, { body: { client_id: client, to: 'a@example.test' } as never });
    expect([refusal.status, refusal.body.error_code]).toEqual([400, 90001]);
    await it.database.owner('update company set do_fba = true');
    const wrong = await boss.call(fba.invite, { body: { client_id: client, to: 'a@example.test, nobody' } as never });
    expect(wrong.status).toBe(422);
  });

  test('it says the developer, works once, and not after its time', async () => {
    const client = await it.given.client();
    const token = await tokenFor(client);
    const developer = await it.guest.ok(fba.invitation, { body: { token } });
    expect(developer.developer_name).toBe('Longshore Demo');
    await it.guest.ok(fba.accept, { body: { token, ...credentials() } });
    const again = await it.guest.call(fba.accept, { body: { token, ...credentials() } });
    expect(again.body.message).toBe('This page is invalid. Please ask your 3PL team to send another invitation.');
    const old = await it.guest.call(fba.invitation, { body: { token: await tokenFor(client, -1) } });
    expect(old.status).toBe(422);
    const rows = await it.database.owner<{ type: number; synchronize: boolean }>(
      'select type, synchronize from integrations where client_id = $1',
      [client],
    );
    expect(rows).toEqual([{ type: 11, synchronize: false }]);
    // Another invitation renews it.
    await it.guest.ok(fba.accept, { body: { token: await tokenFor(client), ...credentials() } });
    expect(await it.database.owner('select from integrations where client_id = $1', [client])).toHaveLength(1);
  });

  test('what Amazon refuses is said, and ten attempts end the invitation', async () => {
    const token = await tokenFor(await it.given.client());
    const empty = await it.guest.call(fba.accept, { body: { token, sellerId: '', mwsToken: '' } });
    expect(empty.body.errors).toEqual({ sellerId: ['Seller ID is invalid'], mwsToken: ['MWS Token is invalid'] });
    const wrong = await it.guest.call(fba.accept, { body: { token, sellerId: 'A1', mwsToken: 'wrong' } });
    expect(wrong.body.errors).toEqual({ mwsToken: ['MWS Token is invalid'] });
    await it.database.owner('update fba_invitations set attempts = 10 where token_hash = sha256($1::text::bytea)', [
      token,
    ]);
    const locked = await it.guest.call(fba.accept, { body: { token, ...credentials() } });
    expect(locked.body.message).toBe('This page is invalid. Please ask your 3PL team to send another invitation.');
  });
});
