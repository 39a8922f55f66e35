import { api, CompanyForm, type CompanyInput, type Preferences } from '@longshore/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { company } = api;
let it: TestApp;
let admin: Caller;

beforeEach(async () => {
  it = await testApp();
  admin = (await it.given.mainUser(['update_company_info', 'trace_history', 'create_general'])).caller;
});

const now = async () => (await admin.ok(api.session.boot)).preferences;
const formOf = (preferences: Preferences) => CompanyForm.parse(preferences);
const save = async (change: Partial<CompanyInput>) =>
  admin.call(company.saveConfig, { body: { ...formOf(await now()), ...change } });
const tracesOf = async () =>
  (await admin.ok(api.records.traces, { query: { traceable_type: 'Company', traceable_id: 1 } })).data;

const everything: CompanyForm = {
  name: 'Östra Kajen 仓库',
  address: 'Kajgatan 1',
  city: 'Malmö',
  state: 'Skåne',
  postal: '211 11',
  country: 'Sweden',
  phone: '+46 40 1',
  home_country_code: 'SE',
  home_address: 'https://kajen.example',
  host: 'https://print.kajen.example',
  logo: 'https://kajen.example/logo.png',
  branding_name: 'Kajen',
  branding: 'In och ut.',
  measure: 'metric',
  timezone: 'Europe/Stockholm',
  tax_id: 'US-12-3456789',
  payment_text: 'Wire to account 1',
  paper_size: 'a4',
  currency: 'SEK',
  t_header_bg: 'teal',
  t_primary_auth: '#123456',
  t_primary_btn: 'violet',
  t_secondary_btn: '',
  t_delete_btn: 'red',
  login_bg_color: 'black',
  quick_fulfill: 0,
  ss_prefix: 'OK-',
  gs1_prefix: '9521234',
  bol_base: 500,
  invoice_prefix: 'F-',
  next_inv_num: 20000,
  packing_slip_prefix: 'P-',
  next_picking_num: 70000,
  do_fba: 1,
  brt_fulfillment_status_in_order_list_bool: 1,
  disable_order_address_autofill_bool: 1,
  outbound_excel_upload_bool: 0,
};

describe('saving the company', () => {
  test('stores and answers every field, and guests see the new colours', async () => {
    const saved = await admin.ok(company.saveConfig, { body: everything });
    const { updated_at: _, ...answered } = formOf(saved);
    expect(answered).toEqual(everything);
    expect(formOf(await now())).toEqual(formOf(saved));
    expect(await it.guest.ok(api.session.guestBoot)).toMatchObject({ login_bg_color: 'black', branding: 'In och ut.' });
    expect((await admin.ok(api.session.boot)).timezone).toBe('Europe/Stockholm');
  });

  test('keeps fields that are not sent, such as time zone and currency', async () => {
    await admin.ok(company.saveConfig, { body: everything });
    const { timezone: _, currency: __, ...model } = everything;
    await admin.ok(company.saveConfig, { body: { ...model, city: 'Lund' } });
    const { updated_at: ___, ...kept } = formOf(await now());
    expect(kept).toEqual({ ...everything, city: 'Lund' });
    const least = { name: 'Kajen AB', branding_name: 'Kajen', branding: 'Ut och in.' };
    await admin.ok(company.saveConfig, { body: least });
    const { updated_at: ____, ...still } = formOf(await now());
    expect(still).toEqual({ ...everything, city: 'Lund', ...least });
  });

  test('an empty text that is sent is stored as empty', async () => {
    await admin.ok(company.saveConfig, { body: everything });
    await admin.ok(company.saveConfig, { body: { ...everything, phone: '', logo: '' } });
    expect(await now()).toMatchObject({ phone: '', logo: '' });
  });

  test.each([
    [{ currency: 'usd' }, undefined],
    [{ currency: 'XXX' }, { currency: ['CurrencyIsUnknown'] }],
    [{ currency: '' }, { currency: ['CurrencyIsUnknown'] }],
    [{ currency: null }, { currency: ['CurrencyIsUnknown'] }],
    [{ name: '' }, { name: ['CompanyOwnNameIsRequired'] }],
    [{ logo: '/pictures/../1.png' }, { logo: ['LogoIsInvalid'] }],
    [{ next_inv_num: '12' }, { next_inv_num: ['InvliadNumberFormat'] }],
  ])('%j: %j', async (change, keys) => {
    expect((await save(change as never)).body.keys).toEqual(keys);
  });

  test('the currency is USD until it is chosen, and boot answers it to everybody', async () => {
    expect((await now()).currency).toBe('USD');
    await save({ currency: 'CNY' });
    expect((await (await it.as('client')).ok(api.session.boot)).preferences.currency).toBe('CNY');
  });

  test('leaves one trace with what changed and one event, and none when nothing did', async () => {
    const before = (await tracesOf()).length;
    await save({ city: 'Alameda', quick_fulfill: 0 });
    const [trace, ...older] = await tracesOf();
    expect(older).toHaveLength(before);
    expect(trace).toMatchObject({
      subject: 'Updated',
      array_log: [
        { field: 'city', newValue: 'Alameda' },
        { field: 'quick_fulfill', newValue: '0' },
      ],
    });
    await save({});
    expect(await tracesOf()).toHaveLength(before + 1);
    expect(await it.database.owner("select kind from events where kind like 'company%'")).toEqual([
      { kind: 'company.saved' },
    ]);
  });

  test('document numbers only rise, and the refused save changes nothing', async () => {
    const before = formOf(await now());
    const reply = await save({ next_inv_num: 1, next_picking_num: 1, city: 'Nowhere' });
    expect(reply.status).toBe(422);
    expect(reply.body.keys).toEqual({
      next_inv_num: [`NumbersOnlyRise:${before.next_inv_num}`],
      next_picking_num: [`NumbersOnlyRise:${before.next_picking_num}`],
    });
    expect(formOf(await now())).toEqual(before);
  });

  test('somebody else saved it meanwhile: 409', async () => {
    const mine = formOf(await now());
    await save({ city: 'Alameda' });
    expect((await admin.call(company.saveConfig, { body: { ...mine, city: 'Berkeley' } })).status).toBe(409);
    expect(
      (await admin.call(company.saveConfig, { body: { ...mine, city: 'Berkeley', updated_at: undefined } })).status,
    ).toBe(200);
  });

  test('two concurrent saves are applied completely, one after the other', async () => {
    const form = { ...formOf(await now()), updated_at: undefined };
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        admin.call(company.saveConfig, { body: { ...form, city: `City ${n}`, state: `State ${n}` } }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    const { city, state } = await now();
    expect(state).toBe(city.replace('City', 'State'));
  });
});

describe('the measuring system', () => {
  const smallBox = async () => (await admin.ok(company.settings)).packages.find(({ name }) => name === 'Small box');

  test('may change while the packages have their initial sizes, which are converted, and change back', async () => {
    // The demo's items and plates have sizes; a warehouse that begins has none.
    for (const table of ['inventory_uoms', 'licenses'])
      await it.database.owner(`update ${table} set length = 1, width = 1, height = 1, weight = 1`);
    expect((await save({ measure: 'imperial' })).status).toBe(200);
    expect(await smallBox()).toMatchObject({ length: 8, width: 6, height: 4 });
    expect((await save({ measure: 'metric' })).status).toBe(200);
    expect(await smallBox()).toMatchObject({ length: 20, width: 15, height: 10 });
  });

  test('is fixed while items have sizes, as a later module reports', async () => {
    expect((await save({ measure: 'imperial' })).body.keys).toEqual({ measure: ['MeasureIsFixed'] });
  });

  test('is fixed once somebody has measured a package', async () => {
    await admin.ok(company.createSetting, {
      params: { kind: 'package' },
      body: { name: 'Tube', length: 90, width: 8, height: 8, weight: 0.1 },
    });
    await it.database.owner('update inventory_uoms set length = 1, width = 1, height = 1, weight = 1');
    const reply = await save({ measure: 'imperial' });
    expect(reply.body.keys).toEqual({ measure: ['MeasureIsFixed'] });
    expect((await save({ city: 'Alameda' })).status).toBe(200);
  });
});

test('every zone that is offered may be chosen', async () => {
  const zones = await admin.ok(company.timezones);
  expect((await admin.ok(api.session.boot)).resources.timezones).toEqual(zones);
  const form = formOf(await now());
  expect(zones).toContain('UTC');
  expect(zones.filter((timezone) => !CompanyForm.safeParse({ ...form, timezone }).success)).toEqual([]);
  const known = await it.database.owner<{ name: string }>('select name from pg_timezone_names');
  const names = new Set(known.map(({ name }) => name));
  expect(zones.filter((zone) => !names.has(zone))).toEqual([]);
});
