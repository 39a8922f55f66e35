import type { Answer, Call } from '../kit/partner.ts';
import { json } from '../kit/partner.ts';
import { LIMITS, type LimitKind, type ShippoAccount } from './account.ts';

const MINUTE_MS = 60_000;

/** Lists are counted by themselves, and much tighter than single objects. */
export function kindOf(call: Call): LimitKind {
  if (call.method === 'POST') return 'post';
  return /^\/(carrier_accounts|addresses|customs\/declarations|shipments|transactions|refunds|parcels)\/?$/.test(
    call.path,
  )
    ? 'list'
    : 'one';
}

/** Counts a call in the account's minute; answers the refusal when it is one too many. */
export function refusalOfCount(account: ShippoAccount, call: Call): Answer | undefined {
  const kind = kindOf(call);
  const most = LIMITS[account.isTest ? 'test' : 'live'][kind];
  const at = call.at.getTime();
  const before = account.windows.get(kind);
  const isOver = !before || at - before.startedAt >= MINUTE_MS || at < before.startedAt;
  const window = isOver ? { startedAt: at, calls: 0 } : before;
  account.windows.set(kind, window);
  if (window.calls < most) {
    window.calls++;
    return undefined;
  }
  const seconds = Math.ceil((window.startedAt + MINUTE_MS - at) / 1000);
  return json(
    429,
    { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    { 'retry-after': String(seconds) },
  );
}
