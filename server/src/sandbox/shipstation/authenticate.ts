import { createHash, timingSafeEqual } from 'node:crypto';
import { type Answer, type Call, header, json } from '../kit/partner.ts';
import type { SsAccount } from './account.ts';
import { ShipStationError } from './errors.ts';

const MINUTE_MS = 60_000;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The account of a call's key and secret. Throws the refusal. */
export function authenticate(accounts: Iterable<SsAccount>, call: Call): SsAccount {
  const encoded = /^Basic\s+(.+)$/i.exec(header(call, 'authorization') ?? '')?.[1] ?? '';
  const sent = digest(Buffer.from(encoded, 'base64').toString('utf8'));
  for (const account of accounts)
    if (!account.revoked && timingSafeEqual(sent, digest(`${account.key}:${account.secret}`))) return account;
  throw new ShipStationError(401, 'Invalid API credentials');
}

/** Counts a call in the account's minute. Every answer says how many are left, and the seconds until there are new ones. */
export function countCall(account: SsAccount, call: Call): { isTooMany: boolean; headers: Record<string, string> } {
  const at = call.at.getTime();
  const { window, switches } = account;
  if (at - window.startedAt >= MINUTE_MS || at < window.startedAt) account.window = { startedAt: at, calls: 0 };
  const { startedAt } = account.window;
  const isTooMany = account.window.calls >= switches.callsPerMinute;
  if (!isTooMany) account.window.calls++;
  return {
    isTooMany,
    headers: {
      'X-Rate-Limit-Limit': String(switches.callsPerMinute),
      'X-Rate-Limit-Remaining': String(switches.callsPerMinute - account.window.calls),
      'X-Rate-Limit-Reset': String(Math.ceil((startedAt + MINUTE_MS - at) / 1000)),
    },
  };
}

export const tooManyCalls = (headers: Record<string, string>): Answer =>
  json(429, { message: 'Too Many Requests' }, headers);
