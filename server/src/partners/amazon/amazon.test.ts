import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountContract } from '../../../test/account-contract.ts';
import { partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { readPdf } from '../../../test/pdf.ts';
import { scan } from '../../../test/scan.ts';
import type { ExternalAddress } from '../../modules/channels/index.ts';
import type { BoxContent, InboundBox, Operation, StartedOperation } from '../../modules/shipping/index.ts';
import type { AmazonSeller } from '../../sandbox/amazon/seller.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { amazon, amazonInbound as inbound } from './index.ts';

const HOUR_MS = 3_600_000;
const PLANS = 'POST /inboundPlans';

const FROM: ExternalAddress = {
  name: 'Dana Reyes',
  company: 'Longshore',
  street1: '1 Pier Road',
  street2: '',
  city: 'Oakland',
  state: '',
  stateCode: 'CA',
  postalCode: '94607',
  countryCode: 'US',
  phone: '+1 510 555 0100',
  email: 'dana@example.test',
};
const CONTACT = { name: 'Dana Reyes', phone: '+1 510 555 0100', email: 'dana@example.test' };
const ITEMS = [
  { sku: 'A-1', quantity: 6 },
  { sku: 'B 2/ä', quantity: 3, expiresOn: '2027-06-30' },
];
const plan = (name = 'LS-1-1') => ({ name, from: FROM, items: ITEMS });

let sandbox: Sandbox;
let seller: AmazonSeller;
let connection: TestConnection;

const connect = (values: Record<string, string> = {}) =>
  partnerConnection(amazon, {
    values: { ...sandbox.credentials.amazon, ...values },
    baseUrl: sandbox.baseUrls.amazon,
    app: sandbox.apps.amazon,
    now: () => sandbox.clock.now(),
  });

beforeEach(async () => {
  sandbox = await startSandbox({ control: true });
  seller = sandbox.amazon.sellers[0] as AmazonSeller;
  connection = connect();
});

// Holds after every case: neither keys nor tokens nor presigned addresses are traced.
afterEach(async () => {
  const seen = JSON.stringify(connection.trace);
  const secrets = [seller.refreshToken, sandbox.apps.amazon?.clientSecret ?? '', 'Atza|', 'X-Amz-Signature'];
  await sandbox.stop();
  for (const secret of secrets) expect(seen).not.toContain(secret);
});

/** Looks at what was begun until it has ended. */
async function ended(begun: Promise<StartedOperation>): Promise<Operation> {
  const { operationId } = await begun;
  for (let look = 0; look < 10; look++) {
    // Limits are per second of the sandbox's clock.
    sandbox.clock.advance(1_000);
    const operation = await inbound.operation(connection, operationId);
    if (operation.state !== 'running') return operation;
  }
  throw new Error('The operation does not end.');
}
const done = async (begun: Promise<StartedOperation>) => expect(await ended(begun)).toMatchObject({ state: 'done' });

async function planned(): Promise<string> {
  const created = inbound.createPlan(connection, plan());
  await done(created);
  return (await created).planId;
}

interface Placed {
  planId: string;
  placementId: string;
  shipmentIds: readonly string[];
}

async function placed(): Promise<Placed> {
  const planId = await planned();
  await done(inbound.generatePlacements(connection, planId));
  const [placement] = await inbound.placements(connection, planId);
  const { id: placementId = '', shipmentIds = [] } = placement ?? {};
  await done(inbound.acceptPlacement(connection, planId, placementId));
  return { planId, placementId, shipmentIds };
}

const boxesFor = (items: InboundBox['items']): InboundBox[] =>
  items.map((item, index) => ({
    id: `H2K9Q${index}`,
    length: '40',
    width: '30',
    height: '30',
    unit: 'CM',
    weight: '11.8',
    weightUnit: 'KG',
    items: [item],
  }));

async function packed(content: BoxContent = 'FEED'): Promise<Placed> {
  const all = await placed();
  for (const id of all.shipmentIds) {
    const { items } = await inbound.shipment(connection, all.planId, id);
    await done(inbound.sendBoxes(connection, all.planId, { id, content, boxes: boxesFor(items) }));
  }
  return all;
}

const generate = ({ planId, placementId, shipmentIds }: Placed) =>
  inbound.generateTransports(connection, planId, {
    placementId,
    shipmentIds,
    readyAt: new Date(sandbox.clock.now().getTime() + 24 * HOUR_MS),
    contact: CONTACT,
  });

/** The transport of each shipment, of Amazon's carrier or of ours. */
async function chosen({ planId, shipmentIds }: Placed, isPartnered: boolean) {
  const all = [];
  for (const shipmentId of shipmentIds) {
    const options = await inbound.transports(connection, planId, shipmentId);
    const option = options.find((each) => each.isPartnered === isPartnered);
    if (!option) throw new Error('There is no such transport.');
    all.push({ shipmentId, transportId: option.id, option });
  }
  return all;
}

async function confirmed(): Promise<Placed> {
  const all = await packed();
  await done(generate(all));
  await done(inbound.acceptTransports(connection, all.planId, await chosen(all, true)));
  return all;
}

const callsOf = (operation: string) => sandbox.calls().filter(({ operations }) => operations.includes(operation));

accountContract({
  partner: amazon,
  verify: inbound.verify,
  connect: (own) => ({
    values: own.credentials.amazon ?? {},
    baseUrl: own.baseUrls.amazon,
    app: own.apps.amazon,
    now: () => own.clock.now(),
  }),
  wrongKeys: { access_token: 'Atzr|nobody' },
  verifies: 'GET /inboundPlans',
  writes: {
    call: PLANS,
    async prepare(own, { clock }) {
      const make = () => inbound.createPlan(own, plan());
      const settle = async () => {
        // Limits are per second of the sandbox's clock.
        clock.advance(1_000);
        return (await inbound.findPlan(own, plan().name)) ?? make();
      };
      return { make, settle };
    },
    count: (own) => own.amazon.sellers[0]?.plans.size ?? 0,
  },
  tooMany: { fault: { status: 429, body: { errors: [{ code: 'QuotaExceeded', message: 'Quota.' }] } }, waitMs: 2_000 },
});

test('from a plan to its labels, with the carrier of Amazon', async () => {
  seller.switches.splits = 3;
  const all = await packed();
  const [first = ''] = all.shipmentIds;
  const shipment = await inbound.shipment(connection, all.planId, first);
  expect(shipment).toMatchObject({
    confirmationId: expect.stringMatching(/^FBA[A-Z0-9]{9}$/),
    state: 'WORKING',
    destination: { warehouseId: 'ONT8', city: 'Moreno Valley', stateCode: 'CA', countryCode: 'US' },
    items: [
      { sku: 'A-1', quantity: 2, itemId: expect.stringMatching(/^X00/) },
      { sku: 'B 2/ä', quantity: 1, expiresOn: '2027-06-30' },
    ],
    transportId: '',
  });
  await done(generate(all));
  const choice = await chosen(all, true);
  expect(choice[0]?.option).toMatchObject({
    carrier: 'UPS',
    mode: 'GROUND_SMALL_PARCEL',
    cost: expect.stringMatching(/^\d+\.\d+$/),
    currency: 'USD',
    needsDeliveryWindow: false,
  });
  await done(inbound.acceptTransports(connection, all.planId, choice));
  const boxIds = await inbound.boxIds(connection, all.planId, first);
  expect(boxIds).toEqual([1, 2].map((n) => `${shipment.confirmationId}U00000${n}`));
  for (const paper of ['letter', 'thermal'] as const) {
    const file = await inbound.labels(connection, { confirmationId: shipment.confirmationId, boxIds, paper });
    const pages = readPdf(file).pages;
    const codes = [];
    for (const { bars } of pages)
      for (const top of new Set(bars.map(({ y }) => y)))
        codes.push(
          ...(await scan(
            bars.filter(({ y }) => y === top),
            300,
          )),
        );
    expect([pages.length, codes]).toEqual([paper === 'letter' ? 1 : 2, boxIds]);
  }
  expect((await chosen(all, true))[0]?.option.voidableUntil).toBeInstanceOf(Date);
});

test('a carrier of ours: a window of delivery, then the tracking numbers', async () => {
  const all = await packed('2D_BARCODE');
  const [id = ''] = all.shipmentIds;
  await done(generate(all));
  const choice = await chosen(all, false);
  expect(choice[0]?.option).toMatchObject({ cost: null, needsDeliveryWindow: true });
  await done(inbound.generateDeliveryWindows(connection, all.planId, id));
  const [window] = await inbound.deliveryWindows(connection, all.planId, id);
  await done(inbound.acceptDeliveryWindow(connection, all.planId, id, window?.id ?? ''));
  await done(inbound.acceptTransports(connection, all.planId, choice));
  const boxIds = await inbound.boxIds(connection, all.planId, id);
  const tracked = boxIds.map((boxId, index) => ({ boxId, trackingNumber: `1Z${index}` }));
  await done(inbound.sendTracking(connection, all.planId, id, tracked));
  expect((await inbound.shipment(connection, all.planId, id)).state).toBe('SHIPPED');
});

test('a cancelled plan can be cancelled once', async () => {
  const { planId } = await placed();
  await done(inbound.cancelPlan(connection, planId));
  await expect(inbound.cancelPlan(connection, planId)).rejects.toMatchObject({ kind: 'refused' });
});

test('boxes without numbers are waited for', async () => {
  const { planId, shipmentIds } = await packed();
  await expect(inbound.boxIds(connection, planId, shipmentIds[0] ?? '')).rejects.toMatchObject({ kind: 'unavailable' });
});

describe('the plan', () => {
  test('items that need preparing are sent once more with what Amazon accepts, and boxes say the same', async () => {
    seller.switches.preparedSkus.add('B 2/ä');
    await packed();
    expect(callsOf('createInboundPlan').map(({ status }) => status)).toEqual([400, 202]);
    expect([...seller.plans.values()].map(({ items }) => items.map(({ prepOwner }) => prepOwner))).toEqual([
      ['NONE', 'SELLER'],
    ]);
    expect(callsOf('setPackingInformation').at(-1)?.body).toContain('"prepOwner":"SELLER"');
  });

  test('another refusal is not repeated', async () => {
    const refused = inbound.createPlan(connection, plan('x'.repeat(41)));
    await expect(refused).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('request.name') });
    expect(callsOf('createInboundPlan')).toHaveLength(1);
  });

  test('a lost answer is unknown, is not repeated, and its plan is found by its name on a later page', async () => {
    sandbox.fail({ match: PLANS, dropAfterWrite: true });
    await expect(inbound.createPlan(connection, plan('LS-9-1'))).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect(seller.plans.size).toBe(1);
    for (let count = 0; count < 65; count++) {
      sandbox.clock.advance(1_000);
      await inbound.createPlan(connection, plan(`LS-${count}-2`));
    }
    const [lost = ''] = seller.plans.keys();
    expect(await inbound.findPlan(connection, 'LS-9-1')).toBe(lost);
    expect(callsOf('listInboundPlans')).toHaveLength(3);
    expect(await inbound.findPlan(connection, 'LS-9')).toBeUndefined();
  });

  test('the search ends at the page that has it', async () => {
    for (let count = 0; count < 31; count++) {
      sandbox.clock.advance(1_000);
      await inbound.createPlan(connection, plan(`LS-${count}-1`));
    }
    sandbox.clearCalls();
    expect(await inbound.findPlan(connection, 'LS-30-1')).toBe([...seller.plans.keys()].at(-1));
    expect(callsOf('listInboundPlans')).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  test.each([
    ['a cut answer', { cut: true }, 'unknownOutcome'],
    ['a lost answer', { dropAfterWrite: true }, 'unknownOutcome'],
    ['500', { status: 500, body: { errors: [] } }, 'unknownOutcome'],
    ['502 with a page', { status: 502, html: true }, 'unknownOutcome'],
    ['a page of a firewall', { html: true }, 'unknownOutcome'],
    ['a slow answer', { delayMs: 2_500 }, 'unknownOutcome'],
    ['503', { status: 503, body: { errors: [] } }, 'unavailable'],
  ])('%s to a writing call is %s, and it is sent once', async (_what, fault, kind) => {
    const planId = await planned();
    sandbox.clearCalls();
    sandbox.fail({ match: 'POST /placementOptions', ...fault });
    await expect(inbound.generatePlacements(connection, planId)).rejects.toMatchObject({ kind });
    expect(callsOf('generatePlacementOptions').length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['a cut answer', { cut: true }],
    ['500', { status: 500, body: { errors: [] } }],
    ['502 with a page', { status: 502, html: true }],
    ['a page of a firewall', { html: true }],
    ['a closed connection', { drop: true }],
  ])('%s to a reading call is tried again', async (_what, fault) => {
    const planId = await planned();
    sandbox.fail({ match: 'GET /placementOptions', ...fault });
    expect(await inbound.placements(connection, planId)).toEqual([]);
  });

  test('too many calls are waited for, although Amazon says no time', async () => {
    sandbox.fail({ match: PLANS, status: 429, body: { errors: [{ code: 'QuotaExceeded', message: 'Quota.' }] } });
    expect(await inbound.createPlan(connection, plan())).toMatchObject({ planId: expect.stringMatching(/^wf/) });
    expect(connection.waits).toEqual([2_000]);
    expect(seller.plans.size).toBe(1);
  });

  test('a placement that is not known yet is tried again later', async () => {
    const all = await packed();
    await done(generate(all));
    const choice = await chosen(all, true);
    seller.switches.placementLagMs = HOUR_MS / 4;
    await expect(inbound.acceptTransports(connection, all.planId, choice)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    sandbox.clock.advance(HOUR_MS / 4);
    await done(inbound.acceptTransports(connection, all.planId, choice));
    expect(seller.charged).toBeGreaterThan(0);
  });

  test.each([
    ['SUCCESS', 'done'],
    ['FAILED', 'failed'],
  ] as const)('no transports: %s with a warning is %s, and the list is empty', async (end, state) => {
    const all = await packed();
    seller.switches.noTransports = end;
    expect(await ended(generate(all))).toMatchObject({ state, problems: [{ severity: 'warning' }] });
    expect(await inbound.transports(connection, all.planId, all.shipmentIds[0] ?? '')).toEqual([]);
  });

  test('one shipment that is missing is refused', async () => {
    seller.switches.splits = 3;
    const all = await packed();
    await done(generate(all));
    const [, ...rest] = await chosen(all, true);
    await expect(inbound.acceptTransports(connection, all.planId, rest)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('do not match the shipments'),
    });
  });

  test('an answer with other fields is malformed', async () => {
    sandbox.fail({ match: 'GET /operations/*', status: 200, body: { operationStatus: 'PERHAPS' } });
    const { operationId } = await inbound.createPlan(connection, plan());
    await expect(inbound.operation(connection, operationId)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('tokens', () => {
  const logins = () => connection.trace.filter(({ subject }) => subject === 'Get an access token').length;

  test('are got once for all calls at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => inbound.verify(connection)));
    expect([connection.renewals(), logins()]).toEqual([1, 1]);
  });

  test('are renewed before their hour is over', async () => {
    await inbound.verify(connection);
    sandbox.clock.advance(HOUR_MS - 30_000);
    await inbound.verify(connection);
    expect(connection.renewals()).toBe(2);
    expect(connection.trace.filter(({ status }) => status === 403)).toEqual([]);
  });

  test('that are refused in the middle of work are renewed once, not by each call', async () => {
    const planId = await planned();
    const before = connection.renewals();
    seller.tokens.clear();
    await Promise.all(Array.from({ length: 4 }, () => inbound.placements(connection, planId)));
    expect(connection.renewals() - before).toBe(1);
    seller.tokens.clear();
    // A writing call, too: it was refused, so that nothing was done.
    await done(inbound.generatePlacements(connection, planId));
    expect(callsOf('generatePlacementOptions').map(({ status }) => status)).toEqual([403, 202]);
  });

  test('of a seller who took the consent back are refused, after one try', async () => {
    await inbound.verify(connection);
    seller.isRevoked = true;
    await expect(inbound.verify(connection)).rejects.toMatchObject({ kind: 'auth' });
    expect(logins()).toBe(2);
  });

  test('verify names the seller, and refuses a token that nobody knows', async () => {
    expect(await inbound.verify(connection)).toEqual({ account: seller.sellerId });
    const stranger = connect({ access_token: 'Atzr|nobody' });
    await expect(inbound.verify(stranger)).rejects.toMatchObject({ kind: 'auth' });
  });

  test('keys of the application that are wrong are not the seller’s fault', async () => {
    const wrong = partnerConnection(amazon, {
      values: sandbox.credentials.amazon ?? {},
      baseUrl: sandbox.baseUrls.amazon,
      app: { clientId: 'nobody', clientSecret: 'nobody', developerName: '', developerId: '' },
    });
    await expect(inbound.verify(wrong)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'OperatorKeysAreRefused',
    });
  });

  test('without an application nothing is asked', async () => {
    const none = partnerConnection(amazon, {
      values: sandbox.credentials.amazon ?? {},
      baseUrl: sandbox.baseUrls.amazon,
    });
    await expect(inbound.verify(none)).rejects.toMatchObject({ kind: 'refused' });
    expect(sandbox.calls()).toEqual([]);
  });
});

describe('files', () => {
  async function labelled() {
    const { planId, shipmentIds } = await confirmed();
    const [id = ''] = shipmentIds;
    const { confirmationId } = await inbound.shipment(connection, planId, id);
    return { confirmationId, boxIds: await inbound.boxIds(connection, planId, id), paper: 'thermal' } as const;
  }

  test('the token is not sent to the host of the labels', async () => {
    await inbound.labels(connection, await labelled());
    const { path = '', headers } = sandbox.calls().at(-1) ?? {};
    expect(path).toContain('/label-host/');
    expect(headers).not.toHaveProperty('x-amz-access-token');
  });

  test.each([
    ['another host', { payload: { DownloadURL: 'http://127.0.0.1:9/labels.pdf' } }],
    ['metadata of a cloud', { payload: { DownloadURL: 'http://169.254.169.254/latest/meta-data' } }],
    ['no address', { payload: {} }],
  ])('labels at %s are not taken', async (_what, body) => {
    const order = await labelled();
    const before = connection.trace.length;
    sandbox.fail({ match: 'getLabels', status: 200, body });
    await expect(inbound.labels(connection, order)).rejects.toMatchObject({ kind: 'malformed' });
    expect(connection.trace.slice(before).map(({ subject }) => subject)).toEqual(['Ask for the labels']);
  });

  test('labels that are a page are malformed', async () => {
    const order = await labelled();
    sandbox.fail({ match: 'GET /label-host/*', html: true });
    await expect(inbound.labels(connection, order)).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('a carton feed waits, is worked off, and its report is read', async () => {
    const { planId, shipmentIds } = await packed();
    const [id = ''] = shipmentIds;
    const { confirmationId, items } = await inbound.shipment(connection, planId, id);
    const { feedId } = await inbound.submitFeed(connection, { confirmationId, boxes: boxesFor(items) });
    const states = [];
    for (let look = 0; look < 4; look++) states.push((await inbound.feed(connection, feedId)).state);
    expect(states).toEqual(['waiting', 'waiting', 'waiting', 'done']);
    expect(await inbound.feed(connection, feedId)).toMatchObject({
      report: '',
      startedAt: expect.any(Date),
      endedAt: expect.any(Date),
    });
    await expect(inbound.cancelFeed(connection, feedId)).rejects.toMatchObject({ kind: 'refused' });
    // Labels are asked for by what was fed.
    const order = { confirmationId, boxIds: boxesFor(items).map((box) => box.id), paper: 'thermal' } as const;
    await done(
      generate({ planId, shipmentIds, placementId: (await inbound.placements(connection, planId))[0]?.id ?? '' }),
    );
    await done(
      inbound.acceptTransports(connection, planId, await chosen({ planId, shipmentIds, placementId: '' }, true)),
    );
    expect((await inbound.labels(connection, order)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test.each([
    ['FATAL', true],
    ['DONE', false],
  ] as const)('a feed that ends as %s with an error has failed, and says why', async (end, isGzip) => {
    seller.switches.feedEnd = end;
    seller.switches.gzipReports = isGzip;
    seller.switches.feedLooks = 0;
    const { feedId } = await inbound.submitFeed(connection, { confirmationId: 'FBA0', boxes: boxesFor(ITEMS) });
    await inbound.feed(connection, feedId);
    expect(await inbound.feed(connection, feedId)).toMatchObject({
      state: 'failed',
      report: end === 'FATAL' ? 'The feed was aborted.' : 'The shipment does not exist.',
    });
  });

  test('a feed that waits can be cancelled', async () => {
    const { feedId } = await inbound.submitFeed(connection, { confirmationId: 'FBA0', boxes: boxesFor(ITEMS) });
    await inbound.cancelFeed(connection, feedId);
    expect((await inbound.feed(connection, feedId)).state).toBe('cancelled');
  });
});
