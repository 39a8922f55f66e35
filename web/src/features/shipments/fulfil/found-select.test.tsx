// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FRAGMENT_MIN, SEARCH_WAIT_MS } from '../../../lib/search-terms.ts';
import { givenBrowser, show } from '../../../test/render.tsx';
import { FoundSelect, useSearchText } from './found-select.tsx';

givenBrowser();

const LOTS = ['L-100', 'A', 'A7', 'BA'];
const onChoose = vi.fn();
const asked = new Set<string>();

/** The server's answers: those with the text, the exact one first. */
function Lots() {
  const search = useSearchText();
  const { text } = search;
  asked.add(text);
  const found = LOTS.filter((lot) => lot.includes(text)).sort((one, other) => +(other === text) - +(one === text));
  return (
    <FoundSelect
      aria-label="Lot"
      search={search}
      isFetching={false}
      nothing="No lot found"
      found={found.map((lot) => ({ value: lot, label: `${lot} · 5` }))}
      value={null}
      onChoose={onChoose}
    />
  );
}

const options = () => screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
const pause = () => new Promise((resolve) => setTimeout(resolve, SEARCH_WAIT_MS + 50));

it('asks for a fragment, and for a shorter text only with Enter, which chooses the exact one', async () => {
  show(<Lots />);
  const user = userEvent.setup();
  const field = screen.getByRole('combobox', { name: 'Lot' });
  await user.click(field);
  await user.keyboard('A');
  await act(pause);
  expect([...asked]).toEqual(['']);
  // What is there already is narrowed nevertheless.
  expect(options()).toEqual(['A · 5', 'A7 · 5', 'BA · 5']);
  await user.keyboard('{Enter}');
  expect([...asked]).toEqual(['', 'A']);
  expect(onChoose.mock.calls).toEqual([['A']]);
  await user.keyboard('L-1');
  expect('L-1').toHaveLength(FRAGMENT_MIN);
  expect([...asked]).not.toContain('L-1');
  await waitFor(() => expect([...asked]).toContain('L-1'));
});
