// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { givenBrowser, show } from '../../test/render.tsx';
import { FailedList } from '../list/list-placeholders.tsx';
import { Loaded } from './loaded.tsx';

givenBrowser();
// jsdom does not scroll.
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}));

/** With a router, which links need. */
const showAt = (element: ReactElement) => {
  const routeTree = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return show(<RouterProvider router={router as never} />);
};

const forbidden = new ApiFailure(403, { needs: 'view_client_list' });
const unreachable = new ApiFailure(0);
const read = (error: ApiFailure, data?: string) => ({
  data,
  error,
  isPending: false,
  isFetchedAfterMount: true,
  dataUpdatedAt: 0,
  refetch: vi.fn(),
});

const list = (failure: ApiFailure) => <FailedList failure={failure} onRetry={vi.fn()} onReset={vi.fn()} />;
const record = (failure: ApiFailure, data?: string) => (
  <Loaded read={read(failure, data)} backTo="/">
    {(name) => <p>{name}</p>}
  </Loaded>
);

it.each([
  ['a list', list(forbidden), list(unreachable)],
  ['a record', record(forbidden), record(unreachable)],
])('%s that is forbidden names the permission and offers no retry', async (_what, refused, failed) => {
  const { unmount } = showAt(refused);
  expect(await screen.findByText(/does not have access/)).toBeDefined();
  expect(screen.getByText(/View client list|client/i)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  unmount();
  showAt(failed);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

it.each([
  ['does not exist', new ApiFailure(404)],
  ['is forbidden', forbidden],
  ['cannot be read', unreachable],
])('the page of a record that %s has the reason as its title; a part of a page has none', async (_what, failure) => {
  const { unmount } = showAt(record(failure));
  const { textContent } = await screen.findByRole('heading', { level: 1 });
  expect(document.title).toBe(`${textContent} · Longshore`);
  unmount();
  showAt(
    <Loaded read={read(failure)} inPage backTo="/">
      {() => null}
    </Loaded>,
  );
  expect(await screen.findByText(textContent ?? '')).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('a record that was shown disappears with the permission', async () => {
  showAt(record(forbidden, 'Kept'));
  expect(await screen.findByText(/does not have access/)).toBeDefined();
  expect(screen.queryByText('Kept')).toBeNull();
});

it('a record that could not be refreshed says how old it is', async () => {
  showAt(record(unreachable, 'Oak & Ember'));
  expect((await screen.findByText(/Could not refresh/)).textContent).toContain('What is shown is from');
  expect(screen.getByText('Oak & Ember')).toBeDefined();
});
