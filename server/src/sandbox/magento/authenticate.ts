import { createHash, timingSafeEqual } from 'node:crypto';
import { headerParameters, isSigned, type Parameters, signatureBase } from '../kit/oauth1.ts';
import { type Call, header } from '../kit/partner.ts';
import { MagentoError, notAuthorized } from './errors.ts';
import type { MagentoStore } from './store.ts';

/** How much the clock of a caller may be ahead. */
const TIME_DEVIATION_S = 600;
const REQUIRED = ['oauth_token', 'oauth_signature', 'oauth_signature_method', 'oauth_nonce', 'oauth_timestamp'];

const refuse = (message: string, parameters?: Record<string, string>): MagentoError =>
  new MagentoError(401, message, parameters);

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** Throws a refusal unless the call is one of the shop's integration. */
export function authenticate(store: MagentoStore, call: Call, resources: string): void {
  const authorization = header(call, 'authorization');
  const oauth = headerParameters(authorization);
  if (oauth) bySignature(store, call, oauth, resources);
  else if (!isBearer(store, authorization)) throw notAuthorized(resources);
}

function isBearer({ integration, switches }: MagentoStore, authorization: string | undefined): boolean {
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return switches.allowsBearer && !integration.isRevoked && isSame(token, integration.token);
}

function bySignature(store: MagentoStore, call: Call, parameters: Parameters, resources: string): void {
  const oauth = Object.fromEntries(parameters);
  for (const name of ['oauth_consumer_key', ...REQUIRED])
    if (!oauth[name]) throw refuse('oauth_problem=parameter_absent&oauth_parameters_absent=%name', { name });
  const { integration } = store;
  if (!isSame(oauth.oauth_consumer_key ?? '', integration.consumerKey))
    throw refuse('A consumer having the specified key does not exist.');
  if (oauth.oauth_signature_method !== 'HMAC-SHA256')
    throw refuse('Signature method %method is not supported.', { method: oauth.oauth_signature_method ?? '' });
  if (integration.isRevoked || !isSame(oauth.oauth_token ?? '', integration.token)) throw notAuthorized(resources);
  const address = `${call.origin}${call.target.split('?')[0]}`;
  const base = signatureBase(call.method, address, [...parameters, ...call.query.entries()]);
  if (!isSigned(base, parameters, integration.consumerSecret, integration.tokenSecret))
    throw refuse('The signature is invalid. Verify and try again.');
  checkFreshness(store, call, Number(oauth.oauth_timestamp), oauth.oauth_nonce ?? '');
}

/** A nonce is used once; a moment that is far ahead is none. */
function checkFreshness(store: MagentoStore, call: Call, timestamp: number, nonce: string): void {
  if (!(timestamp > 0 && timestamp <= call.at.getTime() / 1000 + TIME_DEVIATION_S))
    throw refuse('The oauth_timestamp value is not valid.');
  if (store.nonces.has(nonce)) throw refuse('The nonce is already being used by the consumer with ID %1.', { 1: '1' });
  store.nonces.add(nonce);
}
