import { api, formatListQuery, type ListQuery, type PhraseOffer } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { records, session } = api;

let it: TestApp;
let main: Caller;
let own: Caller;
let other: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await main.ok(session.switchClient, { params: { id: 1 } });
  own = (await it.given.clientUser(1)).caller;
  other = (await it.given.clientUser(2)).caller;
});

const companyOf = async (id: number) =>
  (await it.database.owner<{ company: string }>('select company from clients where id = $1', [id]))[0]?.company ?? '';
const offers = (search: string, caller = main) => caller.ok(records.phrases, { body: { search } });
const shown = ({ title, parts, switch_to }: PhraseOffer) =>
  [
    title,
    ...parts.map(({ name, value }) => `${name} ${value}`),
    ...(switch_to ? [`to ${switch_to.company}`] : []),
  ].join(' · ');
const queryOf = ({ parts }: PhraseOffer): ListQuery => ({
  filter_by: Object.fromEntries(parts.flatMap(({ filter }) => (filter ? [[filter.name, filter.values]] : []))),
  query: parts.flatMap(({ condition }) => (condition ? [{ ...condition, join: 'AND' as const }] : [])),
  search: parts.find(({ search }) => search)?.search,
});

describe('a phrase is offered as a list with its filter', () => {
  test('late shipments of a client, by the first word of its name', async () => {
    const company = await companyOf(2);
    const [first] = await offers(`late shipments of ${company.split(' ')[0]}`);
    expect(first && shown(first)).toBe(`Shipping · Late Yes · Client ${company}`);
    expect(first && formatListQuery(queryOf(first))).toBe('filter_by[late]=1&filter_by[client_id]=2');
    expect(first?.path).toBe('/f/outbound/default');
  });

  test('in the reader’s language', async () => {
    const { caller, id } = await it.given.mainUser(['view_shipments_list']);
    await it.database.owner("update users set lang = 'ch' where id = $1", [id]);
    expect((await offers('迟到的发货', caller)).map(shown)).toEqual(['发货 · 逾期 是']);
    expect((await offers('late outbound shipments', caller)).map(shown)).toEqual(['发货 · 逾期 是']);
  });

  test('that the list answers: late shipments are those past their ship date that are not finished', async () => {
    const [offer] = await offers('late outbound shipments');
    const listed = await main.ok(api.shipments.list, {
      query: { ...(offer && queryOf(offer)), filter_by: { late: ['1'], type: ['outbound'] }, per_page: 100 },
    });
    const rows = await it.database.owner<{ id: number }>(
      `select s.id from shipments s, company c where s.voided_at is null and s.direction = 'outbound' and s.status <> 'Finished'
       and s.ship_date < (now() at time zone c.timezone)::date order by s.id`,
    );
    expect(listed.records.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(0);
  });

  test('of another client in a list of the working client: by switching, which the offer says', async () => {
    const [mine, theirs] = [await companyOf(1), await companyOf(2)];
    expect((await offers(`open customer orders of ${mine}`)).map(shown)).toEqual([
      `Customer orders · Status Open · Client ${mine}`,
    ]);
    expect((await offers(`open customer orders of ${theirs}`)).map(shown)).toEqual([
      `Customer orders · Status Open · Client ${theirs} · to ${theirs}`,
    ]);
  });

  test('days are those of the company', async () => {
    await it.database.owner("update company set timezone = 'Pacific/Kiritimati'");
    const [there] = await offers('customer orders from today');
    await it.database.owner("update company set timezone = 'Pacific/Pago_Pago'");
    const [here] = await offers('customer orders from today');
    await it.database.owner("update company set timezone = 'UTC'");
    expect(there?.parts[0]?.value).not.toBe(here?.parts[0]?.value);
    expect(there?.parts[0]).toMatchObject({ is_day: true, condition: { field: 'created_at', operator: '=' } });
  });
});

describe('names are those that the caller may see', () => {
  test('a customer of the working client, and of no other', async () => {
    const customer = await it.given.relation(main, { name: 'Phrase & Sons', type: 'customer' });
    const phrase = 'customer orders of phrase & sons';
    const named = [`Customer orders · Customer: name is Phrase & Sons`];
    expect(customer.client_id).toBe(1);
    expect((await offers(phrase)).map(shown)).toEqual(named);
    expect((await offers(phrase, own)).map(shown)).toEqual(named);
    // Nobody of that name: what was typed stays, as a part of a name.
    const asText = await offers(phrase, other);
    expect(asText.map(({ is_complete, parts }) => [is_complete, parts[0]?.condition?.operator])).toEqual([
      [false, 'contain'],
    ]);
  });

  test('a client user is offered its own lists only, and no other client', async () => {
    const theirs = await companyOf(1);
    expect((await offers('late shipments', other)).map(({ path }) => path)).toEqual([
      '/shipments/outbound',
      '/shipments/inbound',
    ]);
    for (const phrase of [`plates of ${theirs}`, 'held shipments', 'inactive clients', `charges of ${theirs}`])
      expect(await offers(phrase, other)).toEqual([]);
    const ofOther = await offers(`customer orders of ${theirs}`, other);
    expect(ofOther.flatMap(({ switch_to }) => switch_to ?? [])).toEqual([]);
    expect(JSON.stringify(ofOther)).not.toContain('"client_id"');
  });

  test('a main user is offered the lists that their role may open', async () => {
    const { caller } = await it.given.mainUser([]);
    expect(await offers('late shipments', caller)).toEqual([]);
    expect((await offers('expired items', caller)).map(({ list }) => list)).toEqual(['inventory']);
  });
});

test.each(['KC-ETH-250', 'orders', '', '   ', '%', "'; drop table orders; --", '\\', '的'.repeat(100)])(
  'what is no phrase is not offered: %s',
  async (search) => expect(await offers(search)).toEqual([]),
);
