import { createHash, timingSafeEqual } from 'node:crypto';
import { headerParameters, isSigned, type Parameters, signatureBase } from '../kit/oauth1.ts';
import { type Call, header } from '../kit/partner.ts';
import { WooError } from './errors.ts';
import type { WooKey, WooStore } from './store.ts';

const CLOCK_TOLERANCE_S = 15 * 60;

const refuse = (message: string): WooError => new WooError('woocommerce_rest_authentication_error', message, 401);

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** The key that a call was made with. Throws a refusal. */
export function authenticate(store: WooStore, call: Call): WooKey {
  const key = (store.switches.scheme === 'https' && bySecret(store, call)) || bySignature(store, call);
  if (!key) throw new WooError('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.', 401);
  const isRead = call.method === 'GET' || call.method === 'HEAD';
  if (isRead && key.permissions === 'write') throw refuse('The API key provided does not have read permissions.');
  if (!isRead && key.permissions === 'read') throw refuse('The API key provided does not have write permissions.');
  return key;
}

/** Basic or query parameters; undefined when the call has neither. */
function bySecret(store: WooStore, call: Call): WooKey | undefined {
  const basic = /^Basic\s+(.+)$/i.exec(header(call, 'authorization') ?? '')?.[1];
  if (basic && store.switches.stripsAuthorization) throw refuse('Consumer key is missing.');
  const [key, secret] = basic
    ? decodeBasic(basic)
    : [call.query.get('consumer_key'), call.query.get('consumer_secret')];
  if (!key || (!secret && call.query.has('oauth_signature'))) return undefined;
  const found = findKey(store, key);
  if (!isSame(found.secret, secret ?? '')) throw refuse('Consumer secret is invalid.');
  return found;
}

function decodeBasic(encoded: string): [string, string] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** OAuth 1.0a with one leg, in the header or in the query. */
function bySignature(store: WooStore, call: Call): WooKey | undefined {
  const authorization = store.switches.stripsAuthorization ? undefined : header(call, 'authorization');
  const fromHeader = headerParameters(authorization) ?? [];
  const parameters: Parameters = [...fromHeader, ...call.query.entries()];
  const oauth = Object.fromEntries(parameters.filter(([name]) => name.startsWith('oauth_')));
  if (!oauth.oauth_consumer_key) return undefined;
  for (const name of ['oauth_timestamp', 'oauth_nonce', 'oauth_signature', 'oauth_signature_method'])
    if (!oauth[name]) throw refuse(`Missing OAuth parameter ${name}`);
  const key = findKey(store, oauth.oauth_consumer_key);
  const address = `${call.origin}${call.target.split('?')[0]}`;
  if (!isSigned(signatureBase(call.method, address, parameters), parameters, key.secret))
    throw refuse('Invalid signature - provided signature does not match.');
  checkFreshness(store, call, oauth.oauth_timestamp ?? '', oauth.oauth_nonce ?? '');
  return key;
}

function checkFreshness(store: WooStore, call: Call, timestamp: string, nonce: string): void {
  const age = Math.abs(call.at.getTime() / 1000 - Number(timestamp));
  if (!(age <= CLOCK_TOLERANCE_S)) throw refuse('Invalid timestamp.');
  if (store.nonces.has(nonce)) throw refuse('Invalid nonce - nonce has already been used.');
  store.nonces.add(nonce);
}

function findKey(store: WooStore, key: string): WooKey {
  const found = store.keys.find((each) => each.key === key && !each.revoked);
  if (!found) throw refuse('Consumer key is invalid.');
  return found;
}
