import { api, type ImportedReference, type Integration, type PartnerForm } from '@longshore/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import { sealSecrets } from './connection.ts';

const { integrations } = api;
const [ann] = PEOPLE;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;

beforeAll(async () => {
  sandbox = await startSandbox();
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
});
afterAll(() => sandbox.stop());

const inputOf = (type: number, fields: object) => ({
  name: `Connection ${type}`,
  client_id: clientId,
  type,
  auto_process: 0,
  synchronize: 0,
  ...fields,
});
const connect = (type: number, fields: object): Promise<Integration> =>
  boss.ok(integrations.create, { body: inputOf(type, fields) as never });
const codeOf = async (type: number, fields: object) =>
  (await boss.call(integrations.create, { body: inputOf(type, fields) as never })).body.error_code;
const demo = (slug: string) => sandbox.credentials[slug] ?? {};
const placeIn = (slug: string) => {
  const shop = sandbox.shops.find(({ partner }) => partner === slug);
  const id = shop?.place({
    lines: [{ sku: `${slug}-1`, quantity: 2 }],
    address: ann as (typeof PEOPLE)[0],
    shippingMethod: 'Flat rate',
  });
  return shop?.orders().find((order) => order.id === id)?.number ?? '';
};
const importCode = async (id: number, reference: string) => {
  const { body } = await boss.call(integrations.importReference, { params: { id }, body: { reference } });
  return body.error_code ?? (body as unknown as { data: ImportedReference }).data.outcome;
};
/** The end of a run that reads the shop now. */
const sync = async (id: number) => {
  const { id: runId } = await boss.ok(integrations.sync, { params: { id } });
  return eventually(async () => {
    const { records } = await boss.ok(integrations.runs, {
      query: { filter_by: { integration_id: [String(id)] } } as never,
    });
    const run = records.find((each) => each.id === runId);
    return run?.state === 'done' || run?.state === 'failed' ? run : undefined;
  });
};

test('the forms of both partners come with the keys of their demo shops', async () => {
  const forms: PartnerForm[] = await boss.ok(integrations.partners, {});
  const shown = forms
    .filter(({ slug }) => slug === 'shipstation' || slug === 'tradegecko')
    .map(({ code, name, is_retired, place, can, demo: keys }) => [
      code,
      name,
      is_retired,
      place,
      can.webhooks,
      keys.length,
    ]);
  expect(shown).toEqual([
    [8, 'ShipStation Order', false, 'Store', true, 2],
    [12, 'Client ShipStation', false, 'Store', true, 2],
    [14, '3rd Party ShipStation', false, 'Store', true, 2],
    [6, 'TradeGecko', true, 'Location', false, 1],
  ]);
});

describe('ShipStation', () => {
  test('of the company needs an account, of a client its keys', async () => {
    expect(await codeOf(8, {})).toBe(90006);
    const { status, body } = await boss.call(integrations.create, { body: inputOf(14, {}) as never });
    expect([status, body.keys]).toEqual([422, { key_1: ['CredentialFieldsAreEmpty'] }]);
    expect(await codeOf(12, { ...demo('shipstation'), key_2: 'wrong-secret' })).toBe(90003);
  });

  test('of the company reads nothing until the client’s store is chosen', async () => {
    const number = placeIn('shipstation');
    const { id } = await connect(8, demo('shipstation'));
    expect(await sync(id)).toMatchObject({
      problem: 'The partner refused: choose the location or store of this connection first',
      problem_key: 'PartnerRefused:PlaceNotChosen',
    });
    expect(await importCode(id, number)).toBe(90003);
    const { places } = await boss.ok(integrations.shipStationStores, { params: { id } });
    expect(places.map(({ is_active }) => is_active)).toEqual([true, false]);
    const choose = (key: string) => boss.call(integrations.chooseShipStationStore, { params: { id }, body: { key } });
    expect((await choose('302')).status).toBe(422);
    expect((await choose('301')).status).toBe(200);
    expect((await boss.ok(integrations.get, { params: { id } })).mapping.place).toBe('301');
    expect((await sync(id)).state).toBe('done');
    expect(await importCode(id, number)).toBe('waiting');
    expect(await importCode(id, number.slice(0, -1))).toBe(90007);
  });

  test('of the company uses its account, as it is when it is called', async () => {
    const keys = demo('shipstation');
    const saveAccount = (key_2: string, verified: boolean) =>
      it.database.owner(
        `insert into company_accounts (partner, fields, secrets, verified, hook_hash, user_id, user_name)
         values ('shipstation', $1::jsonb, $2, $3, 'x', 1, 'Test')
         on conflict (partner) do update set secrets = excluded.secrets, verified = excluded.verified`,
        [
          JSON.stringify({ key_1: keys.key_1 }),
          sealSecrets(it.vault, { key_2, hook_token: 't', hook_secret: 's' }),
          verified,
        ],
      );
    await saveAccount(keys.key_2 ?? '', false);
    expect(await codeOf(8, {})).toBe(90006);
    await saveAccount(keys.key_2 ?? '', true);
    const { id, secrets_set } = await connect(8, {});
    expect(secrets_set).toEqual([]);
    const choose = { params: { id }, body: { key: '301' } };
    await boss.ok(integrations.chooseShipStationStore, choose);
    const number = placeIn('shipstation');
    expect((await sync(id)).state).toBe('done');
    expect(await importCode(id, number)).toBe('waiting');
    expect((await boss.ok(integrations.get, { params: { id } })).mapping.place).toBe('301');
    // Keys of its own win; without them it is the company's again.
    const save = (body: object) =>
      boss.ok(integrations.update, { params: { id }, body: { name: 'Own', ...body } as never });
    expect((await save(keys)).secrets_set.map(({ field }) => field)).toEqual(['key_2']);
    await saveAccount('another', true);
    expect((await sync(id)).state).toBe('done');
    const wrong = await boss.call(integrations.update, {
      params: { id },
      body: { name: 'Own', key_1: '', key_2: '' } as never,
    });
    expect(wrong.body.error_code).toBe(90003);
    await saveAccount(keys.key_2 ?? '', true);
    expect((await save({ key_1: '', key_2: '' })).secrets_set).toEqual([]);
    await it.database.owner('delete from company_accounts');
    expect((await sync(id)).problem).toMatch(/does not accept the credentials/);
  });

  test('is called with one limit for all connections of a key', async () => {
    await it.database.owner('delete from call_allowances');
    const first = await connect(14, demo('shipstation'));
    const second = await connect(12, demo('shipstation'));
    for (const { id } of [first, second]) await boss.ok(integrations.shipStationStores, { params: { id } });
    const names = await it.database.owner<{ name: string }>(
      `select name from call_allowances where name like 'partner shipstation key %'`,
    );
    expect(names).toHaveLength(1);
    expect(JSON.stringify(names)).not.toContain(demo('shipstation').key_1);
  });
});

describe('TradeGecko', () => {
  test('works at the operator’s address, with the location that is chosen', async () => {
    const { id } = await connect(6, demo('tradegecko'));
    const { places } = await boss.ok(integrations.tradeGeckoPlaces, { params: { id } });
    expect(places.map((place) => place.id).sort()).toEqual(['21', '22']);
    await boss.ok(integrations.chooseTradeGeckoPlace, { params: { id }, body: { key: '21' } });
    expect((await boss.ok(integrations.get, { params: { id } })).key_2).toBe('21');
    expect(await importCode(id, placeIn('tradegecko'))).toBe('waiting');
    expect(await importCode(id, 'SO1')).toBe(90004);
    expect((await boss.call(integrations.shipStationStores, { params: { id } })).body.error_code).toBe(90001);
  });

  test('is neither offered nor connected without one', async () => {
    const { tradegecko: _none, ...urls } = sandbox.baseUrls;
    const other = await testApp({ partners: { urls, allowPrivate: false } });
    const admin = await other.as('super');
    const forms = await admin.ok(integrations.partners, {});
    expect(forms.some(({ code }) => code === 6)).toBe(false);
    const client_id = await other.given.client();
    const body = { ...inputOf(6, demo('tradegecko')), client_id } as never;
    expect((await admin.call(integrations.create, { body })).body.error_code).toBe(90001);
  });
});
