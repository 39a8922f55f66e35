import { createHash } from 'node:crypto';
import { type Answer, type Call, header, json, type SandboxApp } from '../kit/partner.ts';
import { AmazonError } from './errors.ts';
import type { AmazonSeller } from './seller.ts';

const TOKEN_MS = 3_600_000;

const refused = (status: number, error: string, description: string): Answer =>
  json(status, { error, error_description: description });

/** Login with Amazon: an hour's token for the consent that a seller gave to the application. */
export function issueToken(sellers: readonly AmazonSeller[], app: SandboxApp, call: Call): Answer {
  if (call.method !== 'POST') return refused(405, 'invalid_request', 'The method is not allowed.');
  if (!(header(call, 'content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return refused(400, 'invalid_request', 'The request is missing a required parameter : grant_type');
  const form = new URLSearchParams(call.body.toString('utf8'));
  if (form.get('grant_type') !== 'refresh_token')
    return refused(400, 'unsupported_grant_type', 'The authorization grant type is not supported.');
  if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret)
    return refused(401, 'invalid_client', 'Client authentication failed');
  const refreshToken = form.get('refresh_token') ?? '';
  const seller = sellers.find((each) => each.refreshToken === refreshToken && !each.isRevoked);
  if (!seller) return refused(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token');
  const token = `Atza|${createHash('sha256').update(seller.secret()).digest('base64url')}`;
  seller.tokens.set(token, new Date(call.at.getTime() + TOKEN_MS));
  return json(200, {
    access_token: token,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: TOKEN_MS / 1000,
  });
}

const denied = (details: string) =>
  new AmazonError(403, 'Unauthorized', 'Access to requested resource is denied.', details);

/** The seller whose token it is. */
export function sellerOf(sellers: readonly AmazonSeller[], call: Call): AmazonSeller {
  const token = header(call, 'x-amz-access-token');
  if (!token) throw denied('Access token is missing in the request header.');
  const seller = sellers.find((each) => each.tokens.has(token));
  if (!seller || seller.isRevoked) throw denied('The access token you provided is revoked, malformed or invalid.');
  const until = seller.tokens.get(token);
  if (!until || until <= call.at) throw denied('The access token you provided has expired.');
  return seller;
}
