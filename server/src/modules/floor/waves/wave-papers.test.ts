import { api, ownCode } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readPdf } from '../../../../test/pdf.ts';

let it: TestApp;
let main: Caller;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const pagesOf = async (text: string) => readPdf(Buffer.from(text, 'base64'));

test('bins from one name to another have a label each, in walking order', async () => {
  const { body } = await main.call(api.locations.labels, { query: { from: 'ZZZ-1', to: 'ZZZ-9' } });
  expect((body as { keys?: object }).keys).toEqual({ from: ['NoBinsToPrint:ZZZ-1\tZZZ-9'] });
  const pdf = await pagesOf(await main.ok(api.locations.labels, { query: { from: 'e-01', to: 'E-03' } }));
  const text = JSON.stringify(pdf);
  for (const name of ['E-01-1', 'E-02-1', 'E-03-2']) expect(text).toContain(ownCode('location', name));
  expect(text).not.toContain('E-04-1');
});

test('totes and carts have labels, in the order requested', async () => {
  const { records } = await main.ok(api.totes.list, { query: { search: 'T-0' } });
  const [one, two] = records;
  const ids = [two, one].map((tote) => `ids[]=${tote?.id}`).join('&');
  const text = JSON.stringify(await pagesOf(await main.ok(api.totes.labels, { query: ids })));
  expect(text.indexOf(ownCode('tote', two?.tote ?? '') ?? '?')).toBeGreaterThan(-1);
  expect((await main.call(api.totes.labels, { query: { id: '999999' } })).status).toBe(404);
  const carts = await main.ok(api.carts.list, {});
  const [cart] = carts.records;
  const label = JSON.stringify(await pagesOf(await main.ok(api.carts.labels, { query: { id: String(cart?.id) } })));
  expect(label).toContain(cart?.cart);
});

test('the ticket of a wave lists what is left to pick, and has the code of the wave', async () => {
  const { records } = await main.ok(api.waves.list, { query: { filter_by: { state: ['picking'] } } });
  const [{ id } = { id: 0 }] = records;
  const wave = await main.ok(api.waves.get, { params: { id } });
  const text = JSON.stringify(await pagesOf(await main.ok(api.waves.ticket, { query: { id: String(id) } })));
  expect(text).toContain(ownCode('wave', id));
  const open = wave.stops.flatMap(({ picks, location }) => picks.filter(({ done }) => !done).map(() => location));
  for (const location of open) expect(text).toContain(location);
});
