// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../lib/call.ts';
import { givenBrowser, givenSession, show } from '../../test/render.tsx';
import { FailedList } from './list-placeholders.tsx';

givenBrowser();

const nothing = () => {};

/** The classes of what surrounds a text, up to the list. */
async function aroundOf(failure: ApiFailure, title: string | RegExp): Promise<string[]> {
  const { container, unmount } = show(
    <div data-list>
      <FailedList failure={failure} onRetry={nothing} onReset={nothing} />
    </div>,
  );
  const classes: string[] = [];
  const list = container.querySelector('[data-list]');
  for (let at: Element | null = await screen.findByText(title); at && at !== list; at = at.parentElement)
    classes.push(at.className);
  unmount();
  return classes;
}

test('a list that may not be read says so in the place in which it says that it failed', async () => {
  await givenSession({}, { id: 5, access: {} });
  const forbidden = await aroundOf(new ApiFailure(403, { needs: 'super' }), /^Unable to access/);
  expect(forbidden).toEqual(await aroundOf(new ApiFailure(500), 'The list could not be loaded'));
});
