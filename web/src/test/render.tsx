import type { Preferences, SessionUser } from '@longshore/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { queryClient } from '../lib/api.ts';
import { closeScans } from '../lib/kept-scans.ts';
import { signIn } from '../lib/session.ts';
import { readAllTexts } from '../lib/text/parts.ts';
import { changeLanguage, readFrameTexts } from '../lib/text/text.ts';
import type { FieldOf } from '../ui/form/use-record-form.ts';

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Component tests in jsdom: English texts, and what jsdom lacks of a browser. Call it once per test file. */
export function givenBrowser() {
  // A busy machine is several times slower.
  configure({ asyncUtilTimeout: 10_000 });
  beforeAll(async () => {
    await Promise.all([readFrameTexts(), readAllTexts()]);
    await changeLanguage('en');
  });
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    vi.stubGlobal('ResizeObserver', SilentObserver);
    Element.prototype.scrollIntoView = () => {};
    // A text field that grows listens to them.
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
    queryClient.clear();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
    closeScans();
  });
}

/** For what asks before a page is left; it shows no pages. */
const newRouter = () => createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

/** Renders with the providers of the application. `env="test"` leaves out transitions. */
export function show(element: ReactElement) {
  const router = newRouter();
  return render(element, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
        </MantineProvider>
      </QueryClientProvider>
    ),
  });
}

/** Renders screens at their paths, beginning at an address. */
export function showAt(address: string, screens: Readonly<Record<string, () => ReactNode>>) {
  // jsdom does not scroll.
  vi.stubGlobal('scrollTo', () => {});
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  return { router, ...show(<RouterProvider router={router as never} />) };
}

/** A field outside of a form. */
export const fieldOf = <Value,>(value: Value, set: (value: Value) => void): FieldOf<Value> => ({
  id: 'field',
  value,
  set,
  error: undefined,
  required: false,
  registerLabel: () => {},
});

export interface Sent {
  method: string;
  path: string;
  body: unknown;
  key: string | null;
}

type Fetch = (address: string, request: RequestInit) => Promise<Response>;

/** Uploads go through XMLHttpRequest, for their progress; here they get the same answers as other calls. */
const uploadsThrough = (fetch: Fetch) =>
  class {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    onloadend = () => {};
    private method = '';
    private address = '';
    private headers = new Headers();
    open(method: string, address: string) {
      this.method = method;
      this.address = address;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getResponseHeader() {
      return null;
    }
    abort() {
      this.onabort();
    }
    async send(body: FormData) {
      try {
        const answer = await fetch(this.address, { method: this.method, headers: this.headers, body });
        this.status = answer.status;
        this.responseText = await answer.text();
        this.onload();
      } catch {
        this.onerror();
      }
      this.onloadend();
    }
  };

type TestAnswer = Error | { status?: number; body: unknown };

/**
 * Answers every call of the test; an Error is a network that fails, a promise one that is slow. Returns what was sent.
 */
export function answerBy(answerTo: (call: Sent) => TestAnswer | Promise<TestAnswer>): Sent[] {
  const sent: Sent[] = [];
  const answerNext: Fetch = async (address, request) => {
    const body = typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
    const key = new Headers(request.headers).get('idempotency-key');
    const call = { method: request.method ?? 'GET', path: String(address), body, key };
    sent.push(call);
    const answer = await answerTo(call);
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  };
  vi.stubGlobal('fetch', answerNext);
  vi.stubGlobal('XMLHttpRequest', uploadsThrough(answerNext));
  return sent;
}

/** Answers the calls of the test in order. */
export function answerWith(...answers: (TestAnswer | Promise<TestAnswer>)[]): Sent[] {
  const left = [...answers];
  return answerBy(async () => (await left.shift()) ?? new Error('no more answers'));
}

/**
 * Signs in, for components that read the session; it has the preferences and the user that are given here and nothing
 * else.
 */
export async function givenSession(
  preferences: Partial<Preferences>,
  user: Partial<SessionUser> = {},
  resources: object = {},
): Promise<void> {
  const auth = { jwt: 'token', expire: '2099-01-01T00:00:00.000Z', timezone: 'America/New_York' };
  answerWith(
    { body: { data: auth } },
    { body: { data: { ...auth, user, resources: { uoms: [], ...resources }, preferences } } },
  );
  await signIn('staff@longshore.test', 'password');
}
