import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'longshore-demo';
export type Person = 'super' | 'staff' | 'client' | 'viewer';

const emailOf = (person: Person) => `${person}@longshore.test`;

/** The frame of the app with a screen: on a phone the navigation is in a drawer. */
const expectFrame = (page: Page) => expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();

/** Signs in with the form and waits for the frame of the app. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expectFrame(page);
}

interface Login {
  jwt: string;
  expire: string;
  timezone: string;
}

interface LoggedIn {
  origin: string;
  session: Login;
}

async function login(page: Page, email: string, password: string): Promise<LoggedIn> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status(), `${email}: ${await answer.text()}`).toBe(200);
  const { data: session } = (await answer.json()) as { data: Login };
  return { origin: new URL(answer.url()).origin, session };
}

/**
 * Gives the browser a login as it keeps one where it cannot encrypt (web/src/lib/cookie.ts), without the form: a
 * journey about something else does not load the sign-in page first.
 */
export async function keepLogin(page: Page, email: string, password = PASSWORD): Promise<Call> {
  const loggedIn = await login(page, email, password);
  await addLogin(page, loggedIn);
  return callerOf(page, loggedIn);
}

async function addLogin(page: Page, { origin, session }: LoggedIn): Promise<void> {
  const { jwt: token, expire, timezone } = session;
  const value = `p.${Buffer.from(JSON.stringify({ token, expire, timezone })).toString('base64url')}`;
  await page.context().addCookies([{ name: 'lara_auth', value, url: origin }]);
}

/** The browser knows the person; nothing is opened yet. */
export const keepLoginOf = (page: Page, person: Person) => keepLogin(page, emailOf(person));

const staying = new Map<Person, Promise<LoggedIn>>();

/** As `keepLoginOf`, with one sign-in per worker: for what only looks and signs nobody out. */
export async function staySignedIn(page: Page, person: Person): Promise<Call> {
  const loggedIn = staying.get(person) ?? login(page, emailOf(person), PASSWORD);
  staying.set(person, loggedIn);
  await addLogin(page, await loggedIn);
  return callerOf(page, await loggedIn);
}

/** Opens a screen as a person of the demo. */
export async function as(page: Page, person: Person, path = '/'): Promise<void> {
  await keepLoginOf(page, person);
  await page.goto(path);
  await expectFrame(page);
}

export type Call = <Data = { id: number }>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
) => Promise<Data>;

function callerOf(page: Page, { origin, session }: LoggedIn): Call {
  const headers = { authorization: `Bearer ${session.jwt}` };
  return async <Data>(method: string, path: string, data?: object) => {
    const reply = await page.request.fetch(`${origin}/api/v3${path}`, { method, headers, ...(data ? { data } : {}) });
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true);
    return ((await reply.json()) as { data: Data }).data;
  };
}

/** Calls the API as a super user, for records that a journey needs. */
export async function connectApi(page: Page, email = emailOf('super')): Promise<Call> {
  return callerOf(page, await login(page, email, PASSWORD));
}

/** Reads from the API as a user, for data that has no screen. */
export async function callApi<Data>(page: Page, email: string, path: string): Promise<Data> {
  const call = await connectApi(page, email);
  return call<Data>('GET', path);
}

/** Kestrel Coffee Roasters, the first client of the demo. */
const KESTREL = 1;

/**
 * A super user of the journey's own. The working client belongs to the user, so a journey that switches it would
 * disturb others that run as the same person.
 */
export async function asOwnUser(page: Page, name: string, path = '/'): Promise<void> {
  const call = await connectApi(page);
  const email = `${name}${Date.now().toString(36).slice(-5)}@own.test`;
  const fields = { name, email, is_main_user: true, is_su: true };
  const { newlyCreatedPassword } = await call<{ newlyCreatedPassword: string }>('POST', '/users', fields);
  const own = await keepLogin(page, email, newlyCreatedPassword);
  await own('PUT', `/system/client/${KESTREL}`);
  await page.goto(path);
  await expectFrame(page);
}
