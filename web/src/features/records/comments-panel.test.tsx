// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hasUnsavedWork } from '../../lib/unsaved.ts';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { CommentsPanel } from './comments-panel.tsx';

givenBrowser();

const box = () => screen.findByLabelText<HTMLTextAreaElement>('Add a comment');
const internal = () => screen.getByLabelText<HTMLInputElement>('Internal');
const NONE = { body: { data: [] } };
const open = (id: number) => show(<CommentsPanel type="Order" id={id} />);
const write = async (text: string) => fireEvent.change(await box(), { target: { value: text } });

it('a comment being written is there again after the page was left, on its own record only', async () => {
  await givenSession({}, { id: 5, is_main_user: true });
  answerWith(NONE, NONE);
  const page = open(1);
  await write('Call before delivery');
  fireEvent.click(internal());
  expect(hasUnsavedWork()).toBe(true);
  page.rerender(<CommentsPanel type="Order" id={2} />);
  await waitFor(async () => expect((await box()).value).toBe(''));
  page.unmount();
  expect(hasUnsavedWork()).toBe(false);

  open(1);
  expect((await box()).value).toBe('Call before delivery');
  expect(internal().checked).toBe(true);
});

it('a comment that was sent is kept no longer, and the next one is', async () => {
  await givenSession({}, { id: 5, is_main_user: true });
  const made = { id: 9, comment: 'Done', user: { name: 'Ann' }, created_at: '2026-11-15T10:00:00.000Z' };
  const sent = answerWith(NONE, { body: { data: made } });
  const page = open(3);
  await write('Done');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(async () => expect((await box()).value).toBe(''));
  expect(sent[1]?.body).toMatchObject({ comment: 'Done' });
  expect([localStorage.length, hasUnsavedWork()]).toEqual([0, false]);
  await write('One more');
  page.unmount();
  open(3);
  expect((await box()).value).toBe('One more');
});
