// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { givenBrowser, showAt } from '../../test/render.tsx';
import { FailedList } from '../list/list-placeholders.tsx';
import { Loaded } from './loaded.tsx';

givenBrowser();

/** With a router, which links need. */
const showPage = (element: ReactElement) => showAt('/', { '/': () => element });

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
  const { unmount } = showPage(refused);
  expect(await screen.findByText(/does not have access/)).toBeDefined();
  expect(screen.getByText(/View client list|client/i)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  unmount();
  showPage(failed);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

it.each([
  ['does not exist', new ApiFailure(404)],
  ['is forbidden', forbidden],
  ['cannot be read', unreachable],
])('the page of a record that %s has the reason as its title; a part of a page has none', async (_what, failure) => {
  const { unmount } = showPage(record(failure));
  const { textContent } = await screen.findByRole('heading', { level: 1 });
  expect(document.title).toBe(`${textContent} · Longshore`);
  unmount();
  showPage(
    <Loaded read={read(failure)} inPage backTo="/">
      {() => null}
    </Loaded>,
  );
  expect(await screen.findByText(textContent ?? '')).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('a record that was shown disappears with the permission', async () => {
  showPage(record(forbidden, 'Kept'));
  expect(await screen.findByText(/does not have access/)).toBeDefined();
  expect(screen.queryByText('Kept')).toBeNull();
});

it('a record that could not be refreshed says how old it is', async () => {
  showPage(record(unreachable, 'Oak & Ember'));
  expect((await screen.findByText(/Could not refresh/)).textContent).toContain('What is shown is from');
  expect(screen.getByText('Oak & Ember')).toBeDefined();
});
