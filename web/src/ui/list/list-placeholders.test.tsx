// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { givenBrowser, show } from '../../test/render.tsx';
import { FailedList } from './list-placeholders.tsx';

givenBrowser();

it.each<[string, ApiFailure, string]>([
  [
    'without an answer',
    new ApiFailure(0, {}),
    'The server did not answer.It is loaded as soon as the connection is back.',
  ],
  ['with a failure of the server', new ApiFailure(500, {}), 'An unexpected error has occurred on the server.'],
])('a list %s says what happened to it, and nothing about what was entered', (_, failure, text) => {
  show(<FailedList failure={failure} onRetry={() => {}} onReset={() => {}} />);
  expect(document.body.textContent).toContain(text);
  expect(document.body.textContent).not.toMatch(/entered|submission/);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
