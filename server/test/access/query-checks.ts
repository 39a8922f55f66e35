import { type Endpoint, type ListSpec, OPERATORS } from '@longshore/contract';
import { sampleQuery, shapeOf } from './endpoints.ts';
import { type Answered, type Check, Findings, sendRequest, type Target, validRequest } from './test-request.ts';

const tokenFor = async (target: Target, endpoint: Endpoint) =>
  endpoint.access === 'guest' ? undefined : target.tokenOf('super');

const strangeQueries = ['nobody_declared=1', '__proto__[a]=1', 'a[b][c][d]=1', '%E0%A4%A=%', '=&&=', 'x='.repeat(2000)];
const strangeValues = ['', 'abc', '-1', '0', '1.5', '99999999999', 'NaN', '\u0000', 'x'.repeat(3000)];

/** Undeclared query parameters, and declared ones with invalid values. */
export const checkQueries: Check = async (target, endpoint) => {
  const findings = new Findings();
  const good = { ...(await validRequest(target, endpoint)), token: await tokenFor(target, endpoint) };
  const usual = sampleQuery(endpoint);
  for (const strange of strangeQueries)
    findings.sane(
      `?${strange.slice(0, 40)}`,
      await sendRequest(target, endpoint, { ...good, query: `${usual}&${strange}` }),
    );
  if (endpoint.list || !endpoint.query) return findings.list;
  const { properties = {}, required = [] } = shapeOf(endpoint.query);
  for (const field of Object.keys(properties)) {
    for (const value of strangeValues) {
      const query = new URLSearchParams(usual);
      query.set(field, value);
      findings.sane(
        `?${field}=${value.slice(0, 40)}`,
        await sendRequest(target, endpoint, { ...good, query: query.toString() }),
      );
    }
    const without = new URLSearchParams(usual);
    without.delete(field);
    const answer = await sendRequest(target, endpoint, { ...good, query: `${without}&v_=1` });
    if (required.includes(field)) findings.expect(`without ?${field}`, answer, 422);
  }
  return findings.list;
};

const condition = (relation: string, field: string, operator: string, value: string) =>
  `query[0][relation]=${relation}&query[0][field]=${field}&query[0][operator]=${encodeURIComponent(operator)}&query[0][value]=${encodeURIComponent(value)}`;

const sampleOfKind = { text: 'a', number: '1', date: '2026-01-15', day: '2026-01-15', flag: '1' } as const;

/** The required filter of a list of one record's rows. */
async function withinOne(target: Target, { within }: ListSpec): Promise<string> {
  const record = within && (await target.rowOf(within.of, 'own'));
  return within ? `filter_by[${within.filter}]=${record?.id}&` : '';
}

/** Every list query that must be refused, with the word that the refusal must contain. */
function badQueries(spec: ListSpec): [string, string][] {
  const bad: [string, string][] = [
    ...['0', '101', 'abc', '-1', '1.5', ''].map((size): [string, string] => [`per_page=${size}`, 'per_page']),
    ...['0', 'abc', '-1', '999999'].map((page): [string, string] => [`on_page=${page}`, 'on_page']),
    ['order_by[nobody]=asc', 'nobody'],
    ['order_by[__proto__]=asc', '__proto__'],
    ['filter_by[nobody]=1', 'nobody'],
    ['filter_by[constructor]=1', 'constructor'],
    [condition('', 'nobody', '=', 'a'), 'nobody'],
    [condition('nobody', 'id', '=', 'a'), 'nobody'],
    [condition('__proto__', 'toString', '=', 'a'), 'toString'],
    [`search=${'x'.repeat(201)}`, 'search'],
  ];
  for (const [field, values] of Object.entries(spec.filters))
    if (values.length) bad.push([`filter_by[${field}]=no-such-value`, 'no-such-value']);
  if (spec.within) bad.push([`filter_by[${spec.within.filter}]=`, spec.within.filter]);
  for (const [relation, fields] of Object.entries(spec.conditions))
    for (const [field, kind] of Object.entries(fields)) {
      bad.push([condition(relation, field, 'like', sampleOfKind[kind]), 'like']);
      if (kind !== 'text') bad.push([condition(relation, field, '=', 'no such value'), field]);
    }
  return bad;
}

/** The list queries the contract offers: every sort, filter, field, operator and search. */
function goodQueries(spec: ListSpec): string[] {
  const sorts = spec.sort.flatMap((field) => [`order_by[${field}]=asc`, `order_by[${field}]=desc`]);
  const filters = Object.entries(spec.filters).flatMap(([field, values]) => [
    ...values.map((value) => `filter_by[${field}]=${value}`),
    ...(field === spec.within?.filter ? [] : [`filter_by[${field}]=${values.join(',')}`]),
  ]);
  const conditions = Object.entries(spec.conditions).flatMap(([relation, fields]) =>
    Object.entries(fields).flatMap(([field, kind]) =>
      OPERATORS.map((operator) => condition(relation, field, operator, sampleOfKind[kind])),
    ),
  );
  const searches = ['a', 'ab', 'abc', '%', '_', '\\', "'", '%%%', '😀', '\\u0000'].map(
    (text) => `search=${encodeURIComponent(text)}`,
  );
  return [...sorts, ...filters, ...conditions, ...searches];
}

type Page = { data?: { records?: { id: number; client_id?: number }[] } };
const idsOf = (answer: Answered) => ((answer.body as Page).data?.records ?? []).map((row) => row.id);

/** A list has a stable order: repeated it answers the same, and its pages neither repeat nor skip a row. */
async function checkOrder(target: Target, endpoint: Endpoint, token: string, findings: Findings, query: string) {
  const page = async (size: number, number: number) =>
    sendRequest(target, endpoint, { token, query: `${query}&per_page=${size}&on_page=${number}` });
  const whole = await page(8, 1);
  findings.expect(`?${query}`, whole, 200);
  const halves = [...idsOf(await page(4, 1)), ...idsOf(await page(4, 2))];
  if (idsOf(whole).join() !== halves.join() || new Set(halves).size !== halves.length)
    findings.list.push(`?${query}: pages of four (${halves}) are not the page of eight (${idsOf(whole)})`);
}

export const checkLists: Check = async (target, endpoint) => {
  const findings = new Findings();
  const spec = endpoint.list;
  if (!spec) return [];
  const token = await target.tokenOf(endpoint.access === 'user' ? 'client' : 'super');
  const within = await withinOne(target, spec);
  for (const given of goodQueries(spec)) {
    const query = `${within}${given}`;
    const isSort = given.startsWith('order_by');
    if (isSort) await checkOrder(target, endpoint, token, findings, query);
    else findings.expect(`?${query}`, await sendRequest(target, endpoint, { token, query }), 200);
  }
  for (const [given, word] of badQueries(spec)) {
    const query = `${within}${given}`;
    const answer = await sendRequest(target, endpoint, { token, query });
    findings.expect(`?${query.slice(0, 80)}`, answer, 422);
    if (answer.status === 422 && !JSON.stringify(answer.body.errors).includes(word))
      findings.add(`?${query.slice(0, 80)}`, answer, `a message that names ${word}`);
  }
  findings.sane('a search for a null byte', await sendRequest(target, endpoint, { token, query: 'search=a%00bc' }));
  return findings.list;
};

/** A client user's list shows only rows of its own client. */
export const checkListOwnership: Check = async (target, endpoint) => {
  if (!endpoint.list || endpoint.access !== 'user' || !(await target.hasClients(endpoint.list.resource))) return [];
  const own = await target.rowOf(endpoint.list.resource, 'own');
  const token = await target.tokenOf('client');
  const everything = Object.keys(endpoint.list.filters).map((field) => `filter_by[${field}]=`);
  const answer = await sendRequest(target, endpoint, { token, query: [...everything, 'per_page=100'].join('&') });
  const rows = (answer.body as Page).data?.records ?? [];
  const strangers = rows.filter((row) => row.client_id !== undefined && row.client_id !== own?.client_id);
  if (!rows.length) return ["the list of the demo's first client is empty"];
  return strangers.map((row) => `the list shows row ${row.id} of client ${row.client_id}`);
};
