// @vitest-environment jsdom
import type { Count } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../../test/render.tsx';
import { PostButton } from './post-count.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_main_user: true, is_su: true }));

const FIGURES = {
  lines: 12,
  counted: 10,
  same: 6,
  differing: 3,
  recount: 1,
  refused: 0,
  units_over: 4,
  units_short: 1_500,
};
const count = (figures: object = {}, fields: object = {}) =>
  ({ id: 7, may_review: 1, user: 'Kofi', figures: { ...FIGURES, ...figures }, ...fields }) as unknown as Count;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('says what will change, what stays, and that it is final', () => {
  show(<PostButton count={count()} />);
  fireEvent.click(button('Post the count'));
  const text = screen.getByRole('dialog').textContent;
  for (const fact of [
    '3 rows are corrected. Units: 4 more, 1,500 fewer.',
    '6 rows are right.',
    '1 row cannot be posted and stays as it is',
    '2 rows are not counted and stay as they are.',
    'Afterwards the count takes no more figures.',
  ])
    expect(text).toContain(fact);
});

it.each([
  [false, 0],
  [true, 1],
])('lines of shipments are shorted only when that is chosen: %j', async (isChosen, short_lines) => {
  show(<PostButton count={count()} />);
  fireEvent.click(button('Post the count'));
  if (isChosen) fireEvent.click(screen.getByRole('checkbox'));
  const sent = answerWith({ body: { data: count({}, { state: 'posting' }) } });
  fireEvent.click(button('Post'));
  await waitFor(() => expect(sent[0]?.body).toEqual({ short_lines }));
});

it('nothing is offered to be shorted when no unit is missing', () => {
  show(<PostButton count={count({ units_short: 0, differing: 0 })} />);
  fireEvent.click(button('Post the count'));
  expect(screen.getByRole('dialog').textContent).toContain('Nothing differs, so no stock changes.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a count without figures cannot be posted, and who counts blind cannot post at all', () => {
  const { unmount } = show(<PostButton count={count({ counted: 0 })} />);
  expect(button('Post, nothing counted yet').disabled).toBe(true);
  unmount();
  show(<PostButton count={count({}, { may_review: 0 })} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/Kofi/)).toBeDefined();
});
