import {
  type Access,
  type AuthData,
  api,
  type Boot,
  DEFAULT_CURRENCY,
  type Language,
  mayCall,
  type Preferences,
  type Resources,
  type SessionUser,
} from '@longshore/contract';
import { useState, useSyncExternalStore } from 'react';
import { ApiFailure, asFailure, call, setBearer } from './call.ts';
import { addressAfterSwitch } from './client-address.ts';
import { forgetLogin, readLogin, saveLogin } from './cookie.ts';
import { type DraftOwner, removeDraftsOf, removeOldDrafts } from './drafts.ts';
import { isFloorAddress } from './floor-address.ts';
import type { Session } from './session-facts.ts';
import { allowLeaving, hasUnsavedWork, whenNothingIsUnsaved } from './unsaved.ts';

export type { Session };

export type SessionState =
  | { phase: 'starting' }
  /** `failure` is why a saved login could not be used, when the server could not be reached. */
  | { phase: 'guest'; failure?: ApiFailure }
  /** `isEnded`: the server no longer accepts the session, and unsaved work waits for the user to sign in again. */
  | { phase: 'user'; session: Session; isEnded?: true };

export const DEFAULT_TIMEZONE = 'America/New_York';
/** Guests keep no scans: the sign-in page does not load it. */
const loadScans = () => import('./kept-scans.ts');
const loadKeptSession = () => import('./kept-session.ts');
const RENEWAL_CHECK_MS = 5 * 60_000;
/** On the floor, a network that is too weak to answer must not keep anybody from working. */
const FLOOR_START_MS_MAX = 4_000;

let state: SessionState = { phase: 'starting' };
/** Screens still render once after a sign-out, before they unmount. */
let lastSession: Session | undefined;
let renewAt = Number.POSITIVE_INFINITY;
const listeners = new Set<() => void>();

function setState(next: SessionState) {
  state = next;
  if (next.phase === 'user') lastSession = next.session;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sessionState = () => state;
export const onSessionChange = subscribe;
export const useSessionState = () => useSyncExternalStore(subscribe, sessionState);

/** To whom the drafts of forms belong; undefined for guests. */
export function draftOwner(): DraftOwner | undefined {
  if (state.phase !== 'user') return undefined;
  const { id, working_client } = state.session.user;
  return { userId: id, clientId: working_client?.id ?? 0 };
}

/** The company's time zone: business dates and times refer to it, wherever the user is. */
export const sessionTimezone = () => (state.phase === 'user' ? state.session.timezone : DEFAULT_TIMEZONE);

/** The company's one currency; every amount is in it. */
export const sessionCurrency = () => (state.phase === 'user' ? state.session.preferences.currency : DEFAULT_CURRENCY);

/** The user's own language, once there is a user. */
export const sessionLanguage = (): Language | undefined =>
  state.phase === 'user' ? state.session.user.lang : undefined;

/** Messages to the other tabs of this browser when the session changes. */
type TabMessage = 'signed-out' | 'signed-in' | 'client-switched';
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('longshore-session');
tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data === 'client-switched') return whenNothingIsUnsaved(leaveClient);
  if (data === 'signed-out') void forgetWork();
  if (data === 'signed-out' || state.phase === 'guest') location.reload();
});

async function storeAuth(auth: AuthData, owner?: string) {
  setBearer(auth.jwt);
  const life = new Date(auth.expire).getTime() - Date.now();
  renewAt = Date.now() + life / 2;
  await saveLogin({ token: auth.jwt, expire: auth.expire, timezone: auth.timezone, ...(owner ? { owner } : {}) });
}

async function boot() {
  const [answer, scans]: [Boot, Awaited<ReturnType<typeof loadScans>>] = await Promise.all([
    call(api.session.boot),
    loadScans(),
  ]);
  const { user, preferences, resources, timezone } = answer;
  // Another database, or a user who was made again under the same id, is another owner.
  const owner = `${user.id} ${user.created_at}`;
  await storeAuth(answer, owner);
  removeOldDrafts();
  await scans.openScans(owner);
  setState({ phase: 'user', session: { user, preferences, resources, timezone } });
}

/** A tab that stays open for days renews its token long before it expires. */
function scheduleRenewal() {
  setInterval(() => {
    if (state.phase !== 'user' || Date.now() < renewAt) return;
    renewAt = Date.now() + RENEWAL_CHECK_MS;
    boot().catch((error) => {
      if (asFailure(error).status === 401) endSession();
    });
  }, RENEWAL_CHECK_MS);
}

/**
 * On the floor, the stored answer of the server about the person is used until the server answers; then it is asked
 * again. Fails as the call does when nothing is stored, or when the server has refused.
 */
async function bootOrUseKept(booting: Promise<void>, owner: string): Promise<void> {
  const tooLate = new Promise<'late'>((resolve) => setTimeout(resolve, FLOOR_START_MS_MAX, 'late'));
  const outcome = await Promise.race([booting, tooLate]).catch(asFailure);
  if (!outcome) return;
  if (outcome !== 'late' && !isUnanswered(outcome)) throw outcome;
  const { readForStart, followBoot } = await import('./start-from-kept.ts');
  const kept = await readForStart(owner);
  // Meanwhile the server may have answered after all.
  if (state.phase === 'user') return;
  if (!kept) return booting;
  renewAt = 0;
  setState({ phase: 'user', session: kept });
  followBoot(booting, { end: endSession, renew: renewPermissions });
}

/** The server was not reached, or a proxy in front of it answered that it is not available. */
const isUnanswered = ({ status }: ApiFailure) => status === 0 || (status >= 502 && status <= 504);

/** Resumes a saved login, or shows the public pages. */
export async function startSession(): Promise<void> {
  scheduleRenewal();
  const login = await readLogin();
  if (!login) return setState({ phase: 'guest' });
  setBearer(login.token);
  const booting = boot();
  try {
    if (login.owner && isFloorAddress(location.pathname)) await bootOrUseKept(booting, login.owner);
    else await booting;
  } catch (error) {
    const failure = asFailure(error);
    setBearer('');
    // When the server could not be reached the login may still be valid: a reload tries it again.
    if (failure.status === 401 || failure.status === 403) forgetLogin();
    setState(failure.status === 401 ? { phase: 'guest' } : { phase: 'guest', failure });
  }
}

export const signIn = async (email: string, password: string): Promise<void> =>
  signInWith(await call(api.session.login, { body: { email, password } }));

export async function signInWith(auth: AuthData): Promise<void> {
  await storeAuth(auth);
  try {
    await boot();
  } catch (error) {
    setBearer('');
    forgetLogin();
    throw error;
  }
  tabs?.postMessage('signed-in' satisfies TabMessage);
}

/**
 * The server no longer accepts this session. With unsaved work on the page the user signs in again over it; otherwise
 * the sign-in page is shown, which returns here afterwards.
 */
export function endSession(): void {
  if (state.phase !== 'user' || state.isEnded) return;
  setBearer('');
  forgetLogin();
  void removeKept().catch((error: unknown) => console.error(error));
  setState(hasUnsavedWork() ? { ...state, isEnded: true } : { phase: 'guest' });
}

/** The user does not sign in again: the page is left, its draft stays for them. */
export function leaveEndedSession(): void {
  if (state.phase === 'user' && state.isEnded) setState({ phase: 'guest' });
}

/** Nothing of this user stays in the browser, and no form asks on the way out. */
function forgetWork(): Promise<void> {
  allowLeaving();
  if (state.phase !== 'user') return Promise.resolve();
  removeDraftsOf(state.session.user.id);
  const removals = [loadScans().then(({ removeScans }) => removeScans()), removeKept()];
  return Promise.all(removals).then(
    () => undefined,
    (error: unknown) => console.error(error),
  );
}

const removeKept = () => loadKeptSession().then(({ removeKeptSession }) => removeKeptSession());

export async function signOut(): Promise<void> {
  await forgetWork();
  // If the server cannot be reached the session expires on its own: signing out must always work.
  await call(api.session.logout).catch(() => undefined);
  setBearer('');
  forgetLogin();
  // Once more: an answer that was on its way may have brought it back.
  await removeKept().catch(() => undefined);
  tabs?.postMessage('signed-out' satisfies TabMessage);
  location.assign('/auth/login');
}

/** Everything on screen belongs to the previous client: loads the page again, or the list when it shows a record. */
function leaveClient(): void {
  const address = addressAfterSwitch(location.pathname);
  if (address === location.pathname) location.reload();
  else location.assign(address);
}

export type AfterSwitch = 'leave' | 'stay' | { href: string };

/**
 * All tabs of this browser follow; one with unsaved work follows when that is saved or discarded. `stay`: the page
 * shows a record of the new client. An address is opened instead of the page.
 */
export async function switchClient(id: number, then: AfterSwitch = 'leave'): Promise<void> {
  await call(api.session.switchClient, { params: { id } });
  tabs?.postMessage('client-switched' satisfies TabMessage);
  allowLeaving();
  if (typeof then === 'object') location.assign(then.href);
  else if (then === 'stay') location.reload();
  else leaveClient();
}

/** Puts a changed user (profile, language, token) into the session. */
export function replaceUser(user: SessionUser): void {
  if (state.phase === 'user') setState({ phase: 'user', session: { ...state.session, user } });
}

/** Puts saved company preferences into the session: colours, time zone, measure and flags apply at once. */
export function replaceCompany(preferences: Preferences): void {
  if (state.phase !== 'user') return;
  setState({ phase: 'user', session: { ...state.session, preferences, timezone: preferences.timezone } });
}

/** Puts changed lists (couriers, taxes …) into the session, so that every form offers them at once. */
export function replaceResources(changed: Partial<Resources>): void {
  if (state.phase !== 'user') return;
  setState({ phase: 'user', session: { ...state.session, resources: { ...state.session.resources, ...changed } } });
}

/** Reads the user, preferences and lists from the server again. */
export const renewSession = () => boot();

/** The id of the signed-in user; 0 for a guest. */
export const sessionUserId = () => (state.phase === 'user' ? state.session.user.id : 0);

/**
 * Reads the session again after it was changed elsewhere. Resolves to whether the user, and so what they may do, has.
 */
export async function renewPermissions(): Promise<boolean> {
  const before = state.phase === 'user' ? JSON.stringify(state.session.user) : '';
  try {
    await boot();
  } catch (error) {
    // The user was disabled. Other failures are retried with the next event, or when the token is renewed.
    if (asFailure(error).status === 401) endSession();
    return false;
  }
  return state.phase === 'user' && JSON.stringify(state.session.user) !== before;
}

/** The signed-in session. Throws a 401 failure for guests. */
export function useSession(): Session & { can: (access: Access) => boolean } {
  const current = useSessionState();
  const session = current.phase === 'user' ? current.session : lastSession;
  if (!session) throw new ApiFailure(401);
  return { ...session, can: (access) => mayCall(session.user, access) };
}

/**
 * The working client at the time the page was opened. Records created there belong to that client, even if the working
 * client is switched meanwhile, for example on another device.
 */
export function useOpenedClient(): { client_id?: number } {
  const { user } = useSession();
  const [id] = useState(user.working_client?.id);
  return id === undefined ? {} : { client_id: id };
}
