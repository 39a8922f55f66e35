import {
  type Access,
  type AuthData,
  type Boot,
  DEFAULT_CURRENCY,
  type Language,
  mayCall,
  type Preferences,
  type Resources,
  type SessionUser,
  session as sessionApi,
} from '@longshore/contract';
import { useState, useSyncExternalStore } from 'react';
import { ApiFailure, asFailure, call, setBearer } from './call.ts';
import { forgetLogin, readLogin, saveLogin } from './cookie.ts';

export interface Session {
  user: SessionUser;
  preferences: Preferences;
  resources: Resources;
  timezone: string;
}

export type SessionState =
  | { phase: 'starting' }
  /** `failure` says why a saved login could not be taken up, when the server could not be asked. */
  | { phase: 'guest'; failure?: ApiFailure }
  | { phase: 'user'; session: Session };

export const DEFAULT_TIMEZONE = 'America/New_York';
const RENEWAL_CHECK_MS = 5 * 60_000;

let state: SessionState = { phase: 'starting' };
/** Screens that are about to leave after a sign-out still draw once more. */
let lastSession: Session | undefined;
let renewAt = Number.POSITIVE_INFINITY;
const listeners = new Set<() => void>();

function become(next: SessionState) {
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

/** The company's time zone: business happens there, wherever the reader sits. */
export const sessionTimezone = () => (state.phase === 'user' ? state.session.timezone : DEFAULT_TIMEZONE);

/** The company's one currency, in which every amount is. */
export const sessionCurrency = () => (state.phase === 'user' ? state.session.preferences.currency : DEFAULT_CURRENCY);

/** The user's own language, once there is a user. */
export const sessionLanguage = (): Language | undefined =>
  state.phase === 'user' ? state.session.user.lang : undefined;

/** Tells the other tabs of this browser that the ground has changed. */
type TabNews = 'reload' | 'signed-in';
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('longshore-session');
tabs?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => {
  if (data === 'reload' || state.phase === 'guest') location.reload();
});

async function keep(auth: AuthData) {
  setBearer(auth.jwt);
  const life = new Date(auth.expire).getTime() - Date.now();
  renewAt = Date.now() + life / 2;
  await saveLogin({ token: auth.jwt, expire: auth.expire, timezone: auth.timezone });
}

async function boot() {
  const answer: Boot = await call(sessionApi.boot);
  await keep(answer);
  const { user, preferences, resources, timezone } = answer;
  become({ phase: 'user', session: { user, preferences, resources, timezone } });
}

/** A tab that stays open for days renews its token long before it ends. */
function renewInTime() {
  setInterval(() => {
    if (state.phase !== 'user' || Date.now() < renewAt) return;
    renewAt = Date.now() + RENEWAL_CHECK_MS;
    boot().catch((error) => {
      if (asFailure(error).status === 401) endSession();
    });
  }, RENEWAL_CHECK_MS);
}

/** Takes up a saved login, or shows the public pages. */
export async function startSession(): Promise<void> {
  renewInTime();
  const login = await readLogin();
  if (!login) return become({ phase: 'guest' });
  setBearer(login.token);
  try {
    await boot();
  } catch (error) {
    const failure = asFailure(error);
    setBearer('');
    // When the server could not be asked the login may still be good: a reload tries it again.
    if (failure.status === 401 || failure.status === 403) forgetLogin();
    become(failure.status === 401 ? { phase: 'guest' } : { phase: 'guest', failure });
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  const auth = await call(sessionApi.login, { body: { email, password } });
  await keep(auth);
  try {
    await boot();
  } catch (error) {
    setBearer('');
    forgetLogin();
    throw error;
  }
  tabs?.postMessage('signed-in' satisfies TabNews);
}

/** The server no longer accepts this session: back to the sign-in page, which returns here afterwards. */
export function endSession(): void {
  if (state.phase !== 'user') return;
  setBearer('');
  forgetLogin();
  become({ phase: 'guest' });
}

export async function signOut(): Promise<void> {
  // A session that the server cannot end now ends by itself: leaving must always work.
  await call(sessionApi.logout).catch(() => undefined);
  setBearer('');
  forgetLogin();
  tabs?.postMessage('reload' satisfies TabNews);
  location.assign('/auth/login');
}

/** Everything on screen belongs to the client one works for, so all tabs of this browser start anew. */
export async function switchClient(id: number): Promise<void> {
  await call(sessionApi.switchClient, { params: { id } });
  tabs?.postMessage('reload' satisfies TabNews);
  location.reload();
}

/** Puts a changed user (profile, language, token) in place. */
export function replaceUser(user: SessionUser): void {
  if (state.phase === 'user') become({ phase: 'user', session: { ...state.session, user } });
}

/** Puts a saved company in place: colours, zone, measure and flags hold from now on. */
export function replaceCompany(preferences: Preferences): void {
  if (state.phase !== 'user') return;
  become({ phase: 'user', session: { ...state.session, preferences, timezone: preferences.timezone } });
}

/** Puts changed lists (couriers, taxes …) in place, so that every form offers them at once. */
export function replaceResources(changed: Partial<Resources>): void {
  if (state.phase !== 'user') return;
  become({ phase: 'user', session: { ...state.session, resources: { ...state.session.resources, ...changed } } });
}

/** Asks the server anew who one is and what holds. */
export const renewSession = () => boot();

/** The signed-in session. Only screens behind the sign-in ask for it. */
export function useSession(): Session & { can: (access: Access) => boolean } {
  const current = useSessionState();
  const session = current.phase === 'user' ? current.session : lastSession;
  if (!session) throw new ApiFailure(401);
  return { ...session, can: (access) => mayCall(session.user, access) };
}

/**
 * The client one worked for when the page was opened. What is made there is that client's, whatever is switched to
 * meanwhile, on another device for example.
 */
export function useOpenedClient(): { client_id?: number } {
  const { user } = useSession();
  const [id] = useState(user.working_client?.id);
  return id === undefined ? {} : { client_id: id };
}
