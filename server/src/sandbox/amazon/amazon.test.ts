import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/pdf.ts';
import { scan } from '../../../test/scan.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import type { AmazonSeller } from './seller.ts';

interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, never> & Record<string, unknown>;
}

const HOUR_MS = 3_600_000;
const US = 'ATVPDKIKX0DER';

describe('the imitation of Amazon', () => {
  let sandbox: Sandbox;
  let seller: AmazonSeller;
  let token = '';

  const login = async (given: Record<string, string> = {}) => {
    const app = sandbox.apps.amazon;
    const answer = await fetch(`${sandbox.baseUrls.amazon}/auth/o2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: sandbox.credentials.amazon?.access_token ?? '',
        client_id: app?.clientId ?? '',
        client_secret: app?.clientSecret ?? '',
        ...given,
      }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  beforeEach(async () => {
    sandbox = await startSandbox();
    seller = sandbox.amazon.sellers[0] as AmazonSeller;
    token = String((await login()).body.access_token);
  });
  afterEach(() => sandbox.stop());

  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    // The limits are per second of the sandbox's own clock.
    sandbox.clock.advance(1_000);
    return callNow(method, path, body);
  }
  async function callNow(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${sandbox.baseUrls.amazon}${path}`, {
      method,
      headers: { 'x-amz-access-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
  }
  const inbound = (method: string, path: string, body?: unknown) =>
    call(method, `/inbound/fba/2024-03-20${path}`, body);

  const item = (msku: string, quantity: number, more: object = {}) => ({
    msku,
    quantity,
    labelOwner: 'SELLER',
    prepOwner: 'NONE',
    ...more,
  });
  const FROM = {
    name: 'Warehouse',
    addressLine1: '1 Pier Road',
    city: 'Oakland',
    stateOrProvinceCode: 'CA',
    postalCode: '94607',
    countryCode: 'US',
    phoneNumber: '15105550100',
  };
  const planBody = (more: object = {}) => ({
    destinationMarketplaces: [US],
    name: 'LS-1-1',
    sourceAddress: FROM,
    items: [item('A-1', 6), item('B-2', 3)],
    ...more,
  });

  /** Looks at an operation until it has ended. */
  async function ended(reply: Reply) {
    expect(reply.status).toBe(202);
    for (let look = 0; look < 10; look++) {
      const { body } = await inbound('GET', `/operations/${reply.body.operationId}`);
      if (body.operationStatus !== 'IN_PROGRESS') return body as unknown as EndedOperation;
    }
    throw new Error('The operation does not end.');
  }
  interface EndedOperation {
    operationStatus: string;
    operationProblems: { severity: string; code: string; message: string }[];
  }
  const succeeded = async (reply: Reply) => expect(await ended(reply)).toMatchObject({ operationStatus: 'SUCCESS' });
  const failed = async (reply: Reply, message: RegExp) => {
    const { operationStatus, operationProblems } = await ended(reply);
    expect(operationStatus).toBe('FAILED');
    expect(operationProblems[0]?.message).toMatch(message);
  };

  const errorOf = ({ body }: Reply) =>
    (body.errors as unknown as { code: string; message: string; details: string }[])[0];

  async function planned(): Promise<string> {
    const made = await inbound('POST', '/inboundPlans', planBody());
    await succeeded(made);
    return `/inboundPlans/${made.body.inboundPlanId}`;
  }
  interface Option {
    placementOptionId: string;
    shipmentIds: string[];
    status: string;
    expiration?: string;
    fees: { value: { amount: number } }[];
  }
  async function offered(plan: string): Promise<Option[]> {
    await succeeded(await inbound('POST', `${plan}/placementOptions`, {}));
    return placements(plan);
  }
  const placements = async (plan: string) =>
    (await inbound('GET', `${plan}/placementOptions`)).body.placementOptions as unknown as Option[];

  async function placed(): Promise<{ plan: string; option: Option }> {
    const plan = await planned();
    const [option] = (await offered(plan)) as [Option];
    await succeeded(await inbound('POST', `${plan}/placementOptions/${option.placementOptionId}/confirmation`));
    return { plan, option };
  }

  const box = (items: object[], more: object = {}) => ({
    contentInformationSource: 'BOX_CONTENT_PROVIDED',
    quantity: 1,
    dimensions: { unitOfMeasurement: 'CM', length: 40, width: 30, height: 30 },
    weight: { unit: 'KG', value: 11.8 },
    items,
    ...more,
  });
  const itemsOf = async (plan: string, id: string) =>
    (await inbound('GET', `${plan}/shipments/${id}/items`)).body.items as unknown as {
      msku: string;
      quantity: number;
    }[];

  async function packed(): Promise<{ plan: string; option: Option }> {
    const { plan, option } = await placed();
    const packageGroupings = [];
    for (const shipmentId of option.shipmentIds) {
      const items = (await itemsOf(plan, shipmentId)).map(({ msku, quantity }) => item(msku, quantity));
      packageGroupings.push({ shipmentId, boxes: items.map((each) => box([each])) });
    }
    await succeeded(await inbound('POST', `${plan}/packingInformation`, { packageGroupings }));
    return { plan, option };
  }

  const soon = () => `${new Date(sandbox.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 16)}Z`;
  const generate = (plan: string, { placementOptionId, shipmentIds }: Option) =>
    inbound('POST', `${plan}/transportationOptions`, {
      placementOptionId,
      shipmentTransportationConfigurations: shipmentIds.map((shipmentId) => ({
        shipmentId,
        readyToShipWindow: { start: soon() },
        contactInformation: { name: 'Dana', phoneNumber: '15105550100' },
      })),
    });
  interface Transport {
    transportationOptionId: string;
    shipmentId: string;
    shippingSolution: string;
    preconditions: string[];
    quote?: { cost: { amount: number }; expiration: string; voidableUntil?: string };
  }
  const transports = async (plan: string, shipmentId: string) =>
    (await inbound('GET', `${plan}/transportationOptions?shipmentId=${shipmentId}`)).body
      .transportationOptions as unknown as Transport[];
  async function selections(plan: string, option: Option, solution = 'AMAZON_PARTNERED_CARRIER') {
    const all = [];
    for (const shipmentId of option.shipmentIds) {
      const found = (await transports(plan, shipmentId)).find(({ shippingSolution }) => shippingSolution === solution);
      all.push({ shipmentId, transportationOptionId: found?.transportationOptionId });
    }
    return all;
  }
  const confirm = (plan: string, transportationSelections: object[]) =>
    inbound('POST', `${plan}/transportationOptions/confirmation`, { transportationSelections });
  async function confirmed(): Promise<{ plan: string; option: Option }> {
    const { plan, option } = await packed();
    await succeeded(await generate(plan, option));
    await succeeded(await confirm(plan, await selections(plan, option)));
    return { plan, option };
  }
  const shipment = async (plan: string, id: string | undefined) =>
    (await inbound('GET', `${plan}/shipments/${id}`)).body;

  describe('the login', () => {
    test('a token lives an hour, and a refused one says why', async () => {
      expect((await call('GET', '/inbound/fba/2024-03-20/inboundPlans')).status).toBe(200);
      sandbox.clock.advance(HOUR_MS);
      const expired = await call('GET', '/inbound/fba/2024-03-20/inboundPlans');
      expect([expired.status, errorOf(expired)?.code, errorOf(expired)?.details]).toEqual([
        403,
        'Unauthorized',
        'The access token you provided has expired.',
      ]);
      token = 'Atza|nobody';
      expect(errorOf(await call('GET', '/inbound/fba/2024-03-20/inboundPlans'))?.details).toMatch(/revoked, malformed/);
    });

    test.each([
      [{ client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ refresh_token: 'Atzr|nobody' }, 400, 'invalid_grant'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ])('%o is refused', async (given, status, error) => {
      expect(await login(given as Record<string, string>)).toMatchObject({ status, body: { error } });
    });

    test('a seller who takes the consent back is refused everywhere', async () => {
      seller.isRevoked = true;
      expect(await login()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect((await inbound('GET', '/inboundPlans')).status).toBe(403);
    });

    test('tokens and secrets are not in what the sandbox recorded', async () => {
      await inbound('GET', '/inboundPlans');
      const seen = JSON.stringify(sandbox.calls());
      for (const secret of [token, sandbox.credentials.amazon?.access_token, sandbox.apps.amazon?.clientSecret])
        expect(seen).not.toContain(secret);
    });
  });

  describe('plans', () => {
    test('ids have the lengths of the model, and an operation runs for as many looks as it is set to', async () => {
      seller.switches.looks = 2;
      const { body, headers } = await inbound('POST', '/inboundPlans', planBody());
      expect(String(body.inboundPlanId)).toMatch(/^wf[a-f0-9-]{36}$/);
      expect(String(body.operationId)).toMatch(/^[a-f0-9-]{36}$/);
      expect(headers.get('x-amzn-requestid')).toBeTruthy();
      expect(headers.get('x-amzn-ratelimit-limit')).toBe('2');
      const states = [];
      for (let look = 0; look < 4; look++)
        states.push((await inbound('GET', `/operations/${body.operationId}`)).body.operationStatus);
      expect(states).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS', 'SUCCESS']);
    });

    test.each([
      ['a name of 41 characters', { name: 'x'.repeat(41) }, /request\.name/],
      ['no phone number', { sourceAddress: { ...FROM, phoneNumber: undefined } }, /phoneNumber/],
      ['a city of 31 characters', { sourceAddress: { ...FROM, city: 'x'.repeat(31) } }, /city/],
      ['no units', { items: [item('A-1', 0)] }, /quantity/],
      ['an unknown field', { shipFrom: FROM }, /shipFrom/],
      ['two marketplaces', { destinationMarketplaces: [US, US] }, /destinationMarketplaces/],
      ['another marketplace', { destinationMarketplaces: ['A1PA6795UKMFR9'] }, /destinationMarketplace/],
      ['labels by Amazon', { items: [item('A-1', 1, { labelOwner: 'AMAZON' })] }, /Accepted values: \[SELLER\]/],
      [
        'a preparation that is not needed',
        { items: [item('A-1', 1, { prepOwner: 'SELLER' })] },
        /does not require prepOwner but SELLER was assigned\. Accepted values: \[NONE\]/,
      ],
    ])('%s is refused', async (_what, more, message) => {
      const reply = await inbound('POST', '/inboundPlans', planBody(more));
      expect(reply.status).toBe(400);
      expect(errorOf(reply)?.message).toMatch(message);
      expect(seller.plans.size).toBe(0);
    });

    test('an item that the seller does not sell fails the operation, and the plan is of no use', async () => {
      seller.switches.unknownSkus.add('B-2');
      const made = await inbound('POST', '/inboundPlans', planBody());
      await failed(made, /not in your catalog/);
      expect((await inbound('POST', `/inboundPlans/${made.body.inboundPlanId}/placementOptions`, {})).status).toBe(400);
    });

    test('plans are listed thirty at most on a page, and there is no filter for names', async () => {
      for (let count = 0; count < 31; count++)
        await inbound('POST', '/inboundPlans', planBody({ name: `LS-${count}` }));
      const first = await inbound('GET', '/inboundPlans?pageSize=30&sortBy=CREATION_TIME&sortOrder=DESC');
      const plans = first.body.inboundPlans as unknown as { name: string }[];
      expect([plans.length, plans[0]?.name]).toEqual([30, 'LS-30']);
      const { nextToken } = first.body.pagination as unknown as { nextToken: string };
      const second = await inbound(
        'GET',
        `/inboundPlans?pageSize=30&sortBy=CREATION_TIME&sortOrder=DESC&paginationToken=${nextToken}`,
      );
      expect(second.body).toMatchObject({ inboundPlans: [{ name: 'LS-0' }] });
      expect(second.body).not.toHaveProperty('pagination');
      expect((await inbound('GET', '/inboundPlans?pageSize=31')).status).toBe(400);
      expect((await inbound('GET', '/inboundPlans?name=LS-1')).status).toBe(400);
    });

    test('too many calls are 429 without a time to wait, and the bucket refills', async () => {
      const statuses = [];
      for (let count = 0; count < 3; count++)
        statuses.push((await callNow('POST', '/inbound/fba/2024-03-20/inboundPlans', planBody())).status);
      expect(statuses).toEqual([202, 202, 429]);
      const limited = await callNow('POST', '/inbound/fba/2024-03-20/inboundPlans', planBody());
      expect([limited.headers.get('retry-after'), errorOf(limited)?.code]).toEqual([null, 'QuotaExceeded']);
      sandbox.clock.advance(1_000);
      expect((await callNow('POST', '/inbound/fba/2024-03-20/inboundPlans', planBody())).status).toBe(202);
    });
  });

  describe('placements', () => {
    test('a plan is split into three, or kept together for a fee', async () => {
      seller.switches.splits = 3;
      const plan = await planned();
      const [apart, together] = (await offered(plan)) as [Option, Option];
      expect([apart.shipmentIds.length, apart.fees.length]).toEqual([3, 0]);
      expect([together.shipmentIds.length, together.fees[0]?.value.amount]).toEqual([1, 2.43]);
      const counts = [];
      for (const id of apart.shipmentIds)
        counts.push((await itemsOf(plan, id)).map(({ msku, quantity }) => `${quantity} ${msku}`));
      expect(counts).toEqual([
        ['2 A-1', '1 B-2'],
        ['2 A-1', '1 B-2'],
        ['2 A-1', '1 B-2'],
      ]);
    });

    test('an internal error is passing', async () => {
      seller.switches.brokenPlacements = 1;
      const plan = await planned();
      await failed(await inbound('POST', `${plan}/placementOptions`, {}), /internal error/);
      expect(await offered(plan)).toHaveLength(1);
    });

    test('an offer expires by the clock, also while it is being confirmed', async () => {
      const plan = await planned();
      const [option] = (await offered(plan)) as [Option];
      const late = await inbound('POST', `${plan}/placementOptions/${option.placementOptionId}/confirmation`);
      sandbox.clock.set(new Date(option.expiration ?? ''));
      token = String((await login()).body.access_token);
      await failed(late, /expired/);
      expect((await placements(plan))[0]?.status).toBe('EXPIRED');
    });

    test('a confirmation gives the number that labels have, and is final', async () => {
      const { plan, option } = await placed();
      const [id] = option.shipmentIds;
      expect(await shipment(plan, id)).toMatchObject({
        status: 'WORKING',
        shipmentConfirmationId: expect.stringMatching(/^FBA[A-Z0-9]{9}$/),
      });
      expect((await inbound('POST', `${plan}/placementOptions/${option.placementOptionId}/confirmation`)).status).toBe(
        400,
      );
      expect((await inbound('POST', `${plan}/placementOptions`, {})).status).toBe(400);
    });
  });

  describe('boxes', () => {
    test('shipments are named after the confirmation only, and exactly one of the two ids', async () => {
      const plan = await planned();
      const [option] = (await offered(plan)) as [Option];
      const [shipmentId] = option.shipmentIds;
      const boxes = [box([item('A-1', 6), item('B-2', 3)])];
      const send = (grouping: object) =>
        inbound('POST', `${plan}/packingInformation`, { packageGroupings: [grouping] });
      expect(errorOf(await send({ shipmentId, boxes }))?.message).toMatch(/after placement confirmation/);
      expect(errorOf(await send({ boxes }))?.message).toMatch(/Exactly one/);
      expect(errorOf(await send({ boxes, shipmentId, packingGroupId: shipmentId }))?.message).toMatch(/Exactly one/);
    });

    test.each(['BARCODE_2D', 'MANUAL_PROCESS'])('%s takes no items', async (contentInformationSource) => {
      const { plan, option } = await placed();
      const send = (items: object[]) =>
        inbound('POST', `${plan}/packingInformation`, {
          packageGroupings: [{ shipmentId: option.shipmentIds[0], boxes: [box(items, { contentInformationSource })] }],
        });
      expect(errorOf(await send([item('A-1', 6)]))?.message).toMatch(/Items must be empty/);
      await succeeded(await send([]));
    });

    test('named contents must be those of the shipment, and a heavy box is a warning', async () => {
      const { plan, option } = await placed();
      const send = (boxes: object[]) =>
        inbound('POST', `${plan}/packingInformation`, {
          packageGroupings: [{ shipmentId: option.shipmentIds[0], boxes }],
        });
      await failed(await send([box([item('A-1', 5), item('B-2', 3)])]), /5 units and the shipment 6/);
      const heavy = { weight: { unit: 'KG', value: 23.4 } };
      expect(await ended(await send([box([item('A-1', 6), item('B-2', 3)], heavy)]))).toMatchObject({
        operationStatus: 'SUCCESS',
        operationProblems: [{ severity: 'WARNING', message: expect.stringMatching(/Box 1 weighs more/) }],
      });
    });
  });

  describe('transport', () => {
    test('without boxes there is none', async () => {
      const { plan, option } = await placed();
      await failed(await generate(plan, option), /Packing information is missing/);
    });

    test('FBA_INB_0344 comes and goes', async () => {
      const { plan, option } = await packed();
      seller.switches.busyTransports = 1;
      expect((await ended(await generate(plan, option))).operationProblems).toMatchObject([{ code: 'FBA_INB_0344' }]);
      await succeeded(await generate(plan, option));
    });

    test.each(['SUCCESS', 'FAILED'] as const)('%s with only a warning leaves an empty list', async (end) => {
      const { plan, option } = await packed();
      seller.switches.noTransports = end;
      const operation = await ended(await generate(plan, option));
      expect([operation.operationStatus, operation.operationProblems.map(({ severity }) => severity)]).toEqual([
        end,
        ['WARNING'],
      ]);
      expect(await transports(plan, option.shipmentIds[0] ?? '')).toEqual([]);
    });

    test('the list needs to know of what', async () => {
      const { plan } = await packed();
      expect((await inbound('GET', `${plan}/transportationOptions`)).status).toBe(400);
    });

    test('a confirmed placement is not known at once', async () => {
      seller.switches.placementLagMs = 10 * 60_000;
      const { plan, option } = await packed();
      await succeeded(await generate(plan, option));
      const chosen = await selections(plan, option);
      expect(errorOf(await confirm(plan, chosen))?.message).toMatch(
        /^ERROR: No placement option is confirmed for inboundPlan wf/,
      );
      sandbox.clock.advance(10 * 60_000);
      await succeeded(await confirm(plan, chosen));
    });

    test('all shipments of the placement must be named, and only them', async () => {
      seller.switches.splits = 3;
      const { plan, option } = await packed();
      await succeeded(await generate(plan, option));
      const chosen = await selections(plan, option);
      expect(errorOf(await confirm(plan, chosen.slice(1)))?.message).toMatch(/do not match the shipments/);
      const mixed = chosen.map(({ shipmentId }) => ({
        shipmentId,
        transportationOptionId: chosen[0]?.transportationOptionId,
      }));
      await failed(await confirm(plan, mixed), /CONFIRM_CARRIERS/);
      await succeeded(await confirm(plan, chosen));
    });

    test('a quote expires by the clock', async () => {
      const { plan, option } = await packed();
      await succeeded(await generate(plan, option));
      const chosen = await selections(plan, option);
      sandbox.clock.advance(seller.switches.quoteLivesMs);
      token = String((await login()).body.access_token);
      await failed(await confirm(plan, chosen), /quote has expired/);
    });

    test('an own carrier asks for a window, and its tracking numbers are sent by the ids of the boxes', async () => {
      const { plan, option } = await packed();
      await succeeded(await generate(plan, option));
      const chosen = await selections(plan, option, 'USE_YOUR_OWN_CARRIER');
      await failed(await confirm(plan, chosen), /delivery window must be confirmed/);
      const at = `${plan}/shipments/${option.shipmentIds[0]}`;
      await succeeded(await inbound('POST', `${at}/deliveryWindowOptions`));
      const windows = (await inbound('GET', `${at}/deliveryWindowOptions`)).body.deliveryWindowOptions as unknown as {
        deliveryWindowOptionId: string;
      }[];
      const take = (index: number) =>
        inbound('POST', `${at}/deliveryWindowOptions/${windows[index]?.deliveryWindowOptionId}/confirmation`);
      await failed(await take(0), /not available/);
      await succeeded(await take(1));
      await succeeded(await confirm(plan, chosen));
      const { boxes } = (await inbound('GET', `${at}/boxes`)).body as unknown as { boxes: { boxId: string }[] };
      const track = (boxId: string) =>
        inbound('PUT', `${at}/trackingDetails`, {
          trackingDetails: { spdTrackingDetail: { spdTrackingItems: [{ boxId, trackingId: '1Z9' }] } },
        });
      expect((await track('FBA0U000001')).status).toBe(400);
      await succeeded(await track(boxes[0]?.boxId ?? ''));
      expect((await shipment(plan, option.shipmentIds[0])).status).toBe('SHIPPED');
    });

    test('a confirmation is charged once and ends all generation; tracking is not told for the own carrier of Amazon', async () => {
      const { plan, option } = await confirmed();
      const [id = ''] = option.shipmentIds;
      const [chosen] = await transports(plan, id);
      expect(seller.charged).toBe(Math.round((chosen?.quote?.cost.amount ?? 0) * 100));
      expect(await shipment(plan, id)).toMatchObject({
        status: 'READY_TO_SHIP',
        selectedTransportationOptionId: chosen?.transportationOptionId,
      });
      expect((await generate(plan, option)).status).toBe(400);
      expect((await confirm(plan, await selections(plan, option))).status).toBe(400);
      const details = { spdTrackingDetail: { spdTrackingItems: [{ boxId: 'x', trackingId: '1Z9' }] } };
      const told = await inbound('PUT', `${plan}/shipments/${id}/trackingDetails`, { trackingDetails: details });
      expect(errorOf(told)?.message).toMatch(/non-Amazon partnered/);
    });

    test.each([
      ['23:59', 'free', [] as string[]],
      ['24:01', 'charged', ['WARNING']],
    ])('a void at %s h is %s', async (at, what, severities) => {
      const { plan, option } = await confirmed();
      const [chosen] = await transports(plan, option.shipmentIds[0] ?? '');
      const until = new Date(chosen?.quote?.voidableUntil ?? '').getTime();
      seller.switches.looks = 0;
      const request = (minutes: number) => sandbox.clock.set(new Date(until + minutes * 60_000));
      request(at === '23:59' ? -1 : 1);
      token = String((await login()).body.access_token);
      const operation = await ended(await inbound('PUT', `${plan}/cancellation`));
      expect(operation.operationProblems.map(({ severity }) => severity)).toEqual(severities);
      expect(seller.charged > 0).toBe(what === 'charged');
      expect((await inbound('PUT', `${plan}/cancellation`)).status).toBe(400);
      expect(errorOf(await inbound('POST', `${plan}/placementOptions`, {}))?.message).toMatch(/cancelled inbound plan/);
    });
  });

  describe('labels', () => {
    const labelsOf = (id: unknown, query: string) => call('GET', `/fba/inbound/v0/shipments/${id}/labels?${query}`);
    const linkOf = ({ body }: Reply) => (body.payload as unknown as { DownloadURL: string }).DownloadURL;
    const codesOf = async (pdf: Buffer) => {
      const found = [];
      for (const { bars } of readPdf(pdf).pages)
        for (const top of new Set(bars.map(({ y }) => y)))
          found.push(
            ...(await scan(
              bars.filter(({ y }) => y === top),
              600,
            )),
          );
      return found;
    };

    async function boxes() {
      const { plan, option } = await confirmed();
      const [id = ''] = option.shipmentIds;
      const { shipmentConfirmationId } = await shipment(plan, id);
      const listed = (await inbound('GET', `${plan}/shipments/${id}/boxes`)).body.boxes as unknown as {
        boxId: string;
      }[];
      return { fba: String(shipmentConfirmationId), ids: listed.map(({ boxId }) => boxId).sort() };
    }

    test.each([
      ['PackageLabel_Letter_2', 612, 792, 1],
      ['PackageLabel_Thermal', 288, 432, 2],
    ])('%s has a barcode for each box', async (type, width, height, pages) => {
      const { fba, ids } = await boxes();
      expect(ids).toEqual([`${fba}U000001`, `${fba}U000002`]);
      const reply = await labelsOf(fba, `PageType=${type}&LabelType=UNIQUE&PackageLabelsToPrint=${ids.join(',')}`);
      const file = await fetch(linkOf(reply));
      const pdf = Buffer.from(await file.arrayBuffer());
      const read = readPdf(pdf);
      expect(read.pages.map((page) => [page.width, page.height])).toEqual(
        Array.from({ length: pages }, () => [width, height]),
      );
      expect(await codesOf(pdf)).toEqual(ids);
    });

    test('a link lives for fifteen seconds', async () => {
      const { fba } = await boxes();
      const link = linkOf(await labelsOf(fba, 'PageType=PackageLabel_Thermal&LabelType=UNIQUE'));
      expect((await fetch(link.replace(/Signature=.*/, 'Signature=0'))).status).toBe(403);
      expect((await fetch(link)).status).toBe(200);
      sandbox.clock.advance(15_000);
      expect((await fetch(link)).status).toBe(403);
    });

    test('what is no box of the shipment is refused, and nothing is printed before the transport', async () => {
      const { fba } = await boxes();
      const strange = await labelsOf(fba, 'PageType=PackageLabel_Thermal&LabelType=UNIQUE&PackageLabelsToPrint=H2K9QA');
      expect(errorOf(strange)?.code).toBe('IncorrectPackageIdentifier');
      expect((await labelsOf(fba, 'PageType=PackageLabel_A4_2&LabelType=UNIQUE')).status).toBe(400);
      expect((await labelsOf(fba, 'PageType=PackageLabel_Thermal')).status).toBe(400);
      const { plan, option } = await packed();
      const { shipmentConfirmationId } = await shipment(plan, option.shipmentIds[0]);
      expect((await labelsOf(shipmentConfirmationId, 'PageType=PackageLabel_Thermal&LabelType=UNIQUE')).status).toBe(
        400,
      );
    });
  });

  describe('feeds', () => {
    const FEEDS = '/feeds/2021-06-30';
    const TYPE = 'text/xml; charset=UTF-8';
    const cartons = (fba: unknown, ids: string[]) =>
      `<?xml version="1.0"?><AmazonEnvelope><MessageType>CartonContentsRequest</MessageType><Message><CartonContentsRequest><ShipmentId>${fba}</ShipmentId><NumCartons>${ids.length}</NumCartons>${ids
        .map(
          (id) =>
            `<Carton><CartonId>${id}</CartonId><Item><SKU>A-1</SKU><QuantityShipped>1</QuantityShipped><QuantityInCase>1</QuantityInCase></Item></Carton>`,
        )
        .join('')}</CartonContentsRequest></Message></AmazonEnvelope>`;

    async function uploaded(content: string) {
      const { body, status } = await call('POST', `${FEEDS}/documents`, { contentType: TYPE });
      expect(status).toBe(201);
      const put = await fetch(String(body.url), { method: 'PUT', headers: { 'content-type': TYPE }, body: content });
      expect(put.status).toBe(200);
      return String(body.feedDocumentId);
    }
    const submit = (inputFeedDocumentId: string) =>
      call('POST', `${FEEDS}/feeds`, {
        feedType: 'POST_FBA_INBOUND_CARTON_CONTENTS',
        marketplaceIds: [US],
        inputFeedDocumentId,
      });
    const look = async (id: unknown) => (await call('GET', `${FEEDS}/feeds/${id}`)).body;
    async function finished(id: unknown) {
      for (let count = 0; count < 10; count++) {
        const feed = await look(id);
        if (feed.resultFeedDocumentId) return feed;
      }
      throw new Error('The feed does not end.');
    }
    async function report(id: unknown) {
      const { body } = await call('GET', `${FEEDS}/documents/${id}`);
      const file = Buffer.from(await (await fetch(String(body.url))).arrayBuffer());
      return (body.compressionAlgorithm === 'GZIP' ? gunzipSync(file) : file).toString('utf8');
    }

    test('a feed is uploaded, waits, runs and ends with a report', async () => {
      const { plan, option } = await placed();
      const { shipmentConfirmationId } = await shipment(plan, option.shipmentIds[0]);
      const { body } = await submit(await uploaded(cartons(shipmentConfirmationId, ['H2K9QA', 'H2K9QB'])));
      const states = [];
      for (let count = 0; count < 5; count++) states.push((await look(body.feedId)).processingStatus);
      expect(states).toEqual(['IN_QUEUE', 'IN_PROGRESS', 'IN_PROGRESS', 'DONE', 'DONE']);
      const { resultFeedDocumentId } = await look(body.feedId);
      expect(await report(resultFeedDocumentId)).toContain('<MessagesSuccessful>1<');
      expect((await call('DELETE', `${FEEDS}/feeds/${body.feedId}`)).status).toBe(400);
    });

    test('FATAL has a report, also a compressed one', async () => {
      seller.switches.feedEnd = 'FATAL';
      seller.switches.gzipReports = true;
      const { body } = await submit(await uploaded(cartons('FBA0', ['A'])));
      const feed = await finished(body.feedId);
      expect(feed.processingStatus).toBe('FATAL');
      expect(await report(feed.resultFeedDocumentId)).toContain('<MessagesWithError>1<');
    });

    test.each([
      ['no feed', 'hello', /no carton feed/],
      ['a carton twice', cartons('FBA0', ['A', 'A']), /appears twice/],
      ['a wrong count', cartons('FBA0', ['A']).replace('<NumCartons>1', '<NumCartons>2'), /NumCartons/],
      ['an unknown shipment', cartons('FBA0', ['A']), /does not exist/],
    ])('%s is DONE, and its report says what is wrong', async (_what, content, message) => {
      const { body } = await submit(await uploaded(content));
      const feed = await finished(body.feedId);
      expect([feed.processingStatus, await report(feed.resultFeedDocumentId)]).toEqual([
        'DONE',
        expect.stringMatching(message),
      ]);
    });

    test('a feed that waits can be cancelled', async () => {
      const { body } = await submit(await uploaded(cartons('FBA0', ['A'])));
      expect((await call('DELETE', `${FEEDS}/feeds/${body.feedId}`)).status).toBe(200);
      expect((await look(body.feedId)).processingStatus).toBe('CANCELLED');
    });

    test('an upload needs the content type of its address, no token, and comes within five minutes', async () => {
      const { body } = await call('POST', `${FEEDS}/documents`, { contentType: TYPE });
      const put = (headers: Record<string, string>) => fetch(String(body.url), { method: 'PUT', headers, body: 'x' });
      expect((await put({ 'content-type': 'text/plain' })).status).toBe(403);
      expect((await put({ 'content-type': TYPE, 'x-amz-access-token': token })).status).toBe(403);
      expect((await submit(String(body.feedDocumentId))).status).toBe(400);
      sandbox.clock.advance(5 * 60_000);
      expect((await put({ 'content-type': TYPE })).status).toBe(403);
    });

    test('labels of a shipment with a carton feed are asked for by its carton ids', async () => {
      const { plan, option } = await packed();
      const { shipmentConfirmationId } = await shipment(plan, option.shipmentIds[0]);
      const { body } = await submit(await uploaded(cartons(shipmentConfirmationId, ['H2K9QA', 'H2K9QB'])));
      await finished(body.feedId);
      await succeeded(await generate(plan, option));
      await succeeded(await confirm(plan, await selections(plan, option)));
      const ask = (names: string) =>
        call(
          'GET',
          `/fba/inbound/v0/shipments/${shipmentConfirmationId}/labels?PageType=PackageLabel_Thermal&LabelType=UNIQUE&PackageLabelsToPrint=${names}`,
        );
      expect((await ask('H2K9QA')).status).toBe(200);
      expect(errorOf(await ask(`${shipmentConfirmationId}U000001`))?.code).toBe('IncorrectPackageIdentifier');
    });
  });
});
