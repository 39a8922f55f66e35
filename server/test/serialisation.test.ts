import { api, type Endpoint, PdfText } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints, resourceOf, sampleBody, wordOf } from './access/endpoints.ts';
import { targetOf } from './access/target.ts';
import { addressOf } from './access/test-request.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';

/** Everything that only reads and answers JSON. A PDF names the second in which it was drawn. */
const lines = listEndpoints(api).filter(
  ({ endpoint }) =>
    (endpoint.method === 'GET' || endpoint.reads) && !endpoint.file && (endpoint.response as unknown) !== PdfText,
);

/** Refused with the first row of each table and a sample of the query, so that only the refusal is compared. */
const refusals: Record<string, number> = {
  'session.resetToken': 404,
  'panels.download': 404,
  'relations.address': 404,
  'counts.lines': 403,
  'integrations.runs': 422,
  'integrations.orders': 422,
  'integrations.calls': 422,
  // The demo has no print job, because the document of one is gone after a day.
  'papers.printJob': 403,
  // The first shipment of the demo is finished: nothing is left to fulfil.
  'shipments.proposal': 400,
  // And billed.
  'shipmentBilling.load': 400,
  // No month of the demo is closed.
  'clientStatements.get': 404,
  // The first connection of the demo is to a shop without locations, and only staff ask for them.
  'integrations.shopifyPlaces': 400,
  'integrations.tradeGeckoPlaces': 400,
  'integrations.shipStationStores': 400,
  // The first shipment of the demo is of no marketplace.
  'marketplace.get': 400,
  'marketplace.providers': 400,
  'fba.get': 400,
  // An invitation's token is known to its receiver only.
  'fba.invitation': 422,
  // No courier of the demo goes with freight, and no labels were bought.
  'freight.currency': 400,
  'labels.batch': 400,
  'station.pull': 400,
  // There is no plate with the sampled number.
  'floor.putAway': 403,
  // There is no tote with the sampled code.
  'totes.lookUp': 403,
  // The first mail of the demo has no file.
  'operations.mailFile': 403,
};

let checked: TestApp;
let inProduction: TestApp;
let target: Awaited<ReturnType<typeof targetOf>>;
let callers: Caller[];

beforeAll(async () => {
  checked = await testApp();
  inProduction = await testApp({ database: checked.database, checkAnswers: false });
  target = await targetOf(checked);
  callers = [await checked.as('super'), await checked.as('client')];
});

async function paramsOf(endpoint: Endpoint): Promise<Record<string, unknown>> {
  const params = Object.entries(endpoint.params).map(async ([name, schema]) => {
    const table = resourceOf(schema);
    return [name, table ? ((await target.rowOf(table, 'own'))?.id ?? 0) : wordOf(schema)];
  });
  return Object.fromEntries(await Promise.all(params));
}

/** These differ between two calls to the same server too: the time, what is signed with it, the id of the request. */
const VOLATILE = new Set(['jwt', 'expire', 'server_time', 'reference', 'at']);
const withoutVolatile = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (VOLATILE.has(name) ? typeof value : value));

async function answer({ http }: TestApp, endpoint: Endpoint, token: string) {
  const body = sampleBody(endpoint);
  const response = await http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params: await paramsOf(endpoint) }),
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: withoutVolatile(response.body) };
}

describe.each(lines)('$name', ({ name, endpoint }) => {
  test('answers in production what the contract declares', async () => {
    const statuses: number[] = [];
    for (const { token } of callers) {
      const expected = await answer(checked, endpoint, token);
      expect(await answer(inProduction, endpoint, token)).toEqual(expected);
      statuses.push(expected.status);
    }
    expect(Math.min(...statuses)).toBe(refusals[name] ?? 200);
  });
});
