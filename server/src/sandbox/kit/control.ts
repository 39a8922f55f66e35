import type { CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import type { Fault, Faults } from './faults.ts';
import type { HookMode, Hooks } from './hooks.ts';
import { type Answer, bodyObject, type Call, json } from './partner.ts';

export interface Controls {
  clock: SandboxClock;
  calls: CallLog;
  faults: Faults;
  hooks: Hooks;
  seed(body: Record<string, unknown>): unknown;
  credentials(): unknown;
}

/** The routes below `/_sim`, for tests that run in another process. */
export async function controlAnswer(controls: Controls, call: Call): Promise<Answer> {
  const body = bodyObject(call);
  if (!body) return json(400, { error: 'The body is not a JSON object.' });
  const route = routes[`${call.method} ${call.path}`];
  if (!route) return json(404, { error: 'There is no such control.' });
  return json(200, (await route(controls, body)) ?? { ok: true });
}

type Route = (controls: Controls, body: Record<string, unknown>) => unknown;

const routes: Record<string, Route> = {
  'POST /seed': ({ seed }, body) => seed(body),
  'GET /credentials': ({ credentials }) => credentials(),
  'POST /fail': ({ faults }, body) => faults.add(body as unknown as Fault),
  'DELETE /fail': ({ faults }) => faults.clear(),
  'POST /clock': ({ clock }, body) => {
    if (typeof body.set === 'string') clock.set(new Date(body.set));
    if (typeof body.advanceMs === 'number') clock.advance(body.advanceMs);
    return { now: clock.now().toISOString() };
  },
  'GET /clock': ({ clock }) => ({ now: clock.now().toISOString() }),
  'GET /calls': ({ calls }) => ({ calls: calls.list() }),
  'DELETE /calls': ({ calls }) => calls.clear(),
  'GET /hooks': ({ hooks }) => ({ sent: hooks.list(), held: hooks.heldCount() }),
  'DELETE /hooks': ({ hooks }) => hooks.clear(),
  'POST /hooks': changeHooks,
};

/** `{mode, lateMs}` for the next hooks, `{release: 'last-first', mode}` for held ones, `{resend: id, mode}` for one that was sent. */
async function changeHooks({ hooks }: Controls, body: Record<string, unknown>): Promise<unknown> {
  const mode = (body.mode ?? 'send') as HookMode;
  if (typeof body.resend === 'number') return hooks.resend(body.resend, mode);
  if (typeof body.release === 'string')
    return hooks.release(body.release === 'last-first' ? 'last-first' : 'first-first', mode);
  return hooks.setMode(mode, typeof body.lateMs === 'number' ? body.lateMs : undefined);
}
