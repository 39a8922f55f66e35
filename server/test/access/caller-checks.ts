import type { Endpoint } from '@longshore/contract';
import { keySetsOf, resourceOf, sampleBody } from './endpoints.ts';
import {
  type CallerKind,
  type Check,
  Findings,
  rowsInPath,
  sendRequest,
  type Target,
  validRequest,
} from './test-request.ts';

/** Without a valid token only guest endpoints answer. */
export const checkAuthentication: Check = async (target, endpoint) => {
  const findings = new Findings();
  const good = await validRequest(target, endpoint);
  if (endpoint.access === 'guest') {
    const answer = await sendRequest(target, endpoint, good);
    findings.sane('as a guest', answer);
    return findings.list;
  }
  for (const [kind, token] of Object.entries({ 'no token': undefined, ...(await target.deadTokens()) }))
    findings.expect(kind, await sendRequest(target, endpoint, { ...good, token }), 401);
  return findings.list;
};

/**
 * The wrong kind of user, and a main user whose role lacks the permission, are refused; exactly the permission is
 * enough.
 */
export const checkKind: Check = async (target, endpoint) => {
  const findings = new Findings();
  const { access } = endpoint;
  if (access === 'guest' || access === 'user') return [];
  const good = await validRequest(target, endpoint);
  const as = async (kind: CallerKind, keys: readonly string[] = []) =>
    sendRequest(target, endpoint, { ...good, token: await target.tokenOf(kind, keys) });
  findings.expect('a client user', await as('client'), 403);
  const isForMain = access === 'main' || access === 'order_controller';
  if (!isForMain) findings.expect('a main user without the key', await as('main'), 403);
  const allowed = access === 'super' ? [await as('super')] : [];
  if (isForMain) allowed.push(await as('main'));
  if (access === 'order_controller') allowed.push(await as('controller'));
  if (access === 'statement_reader') allowed.push(await as('reader'));
  if (access === 'channel_reader') allowed.push(await as('controller'));
  for (const keys of keySetsOf(endpoint)) allowed.push(await as('main', keys));
  for (const answer of allowed) {
    findings.sane('whoever may', answer);
    if (answer.status === 401 || answer.status === 403) findings.add('whoever may', answer, 'not 401 or 403');
  }
  return findings.list;
};

/** Shipments have their own answer for one that does not exist (api.md). */
const OF_SHIPMENTS = ['/shipments/', '/billing/:id/shipment/charge', '/customization/'];
const notThere = ({ path }: Endpoint) => (OF_SHIPMENTS.some((start) => path.startsWith(start)) ? 400 : 404);

const impossibleIds = [
  '2147483647',
  '2147483648',
  '99999999999999999999',
  'abc',
  '0',
  '-1',
  '1.5',
  '1e3',
  ' ',
  '\u0000',
];

export const checkUnknownIds: Check = async (target, endpoint) => {
  const findings = new Findings();
  if (!Object.keys(endpoint.params).length) return [];
  const good = await validRequest(target, endpoint);
  const token = endpoint.access === 'guest' ? undefined : await target.tokenOf('super');
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const values = resourceOf(schema) ? impossibleIds : ['NoSuchWord', '1', '__proto__', '\u0000'];
    for (const value of values) {
      const answer = await sendRequest(target, endpoint, { ...good, token, params: { ...good.params, [name]: value } });
      findings.expect(`${name} = ${JSON.stringify(value)}`, answer, resourceOf(schema) ? notThere(endpoint) : 404);
    }
  }
  return findings.list;
};

/** Which of a path's parameters are ids of clients' rows. */
async function clientParams(target: Target, endpoint: Endpoint): Promise<string[]> {
  const names: string[] = [];
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const resource = resourceOf(schema);
    if (resource && (await target.hasClients(resource))) names.push(name);
  }
  return names;
}

/**
 * A client user cannot reach another client's row: by its own id, with all parents in the path, or below a row of its
 * own. If the demo has no such row the test would prove nothing, so that is a finding too.
 */
export const checkOtherClient: Check = async (target, endpoint) => {
  const findings = new Findings();
  const isForClients = endpoint.access === 'user' || endpoint.access === 'order_controller';
  const names = isForClients ? await clientParams(target, endpoint) : [];
  if (!names.length) return [];
  const [own, other] = [await rowsInPath(target, endpoint, 'own'), await rowsInPath(target, endpoint, 'other')];
  for (const name of names) {
    if (own[name] === undefined) findings.list.push(`the demo has no row of the first client for ${name}`);
    if (other[name] === undefined) findings.list.push(`the demo has no row of another client for ${name}`);
  }
  if (findings.list.length) return findings.list;
  const token = await target.tokenOf(endpoint.access === 'user' ? 'client' : 'controller');
  const body = sampleBody(endpoint);
  const mixtures = [other, ...(names.length > 1 ? names.map((name) => ({ ...own, [name]: other[name] })) : [])];
  for (const params of mixtures)
    findings.expect(
      `another client's ${JSON.stringify(params)}`,
      await sendRequest(target, endpoint, { token, params, ...(body ? { body } : {}) }),
      notThere(endpoint),
    );
  return findings.list;
};
