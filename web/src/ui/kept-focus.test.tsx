// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenBrowser, show } from '../test/render.tsx';
import { useKeptFocus } from './kept-focus.ts';

givenBrowser();

beforeEach(() => {
  // jsdom has no layout.
  HTMLElement.prototype.checkVisibility = () => true;
});

/** A button that is gone when it was pressed, beside the title or in a dialog. */
function Page({ inDialog }: { inDialog: boolean }) {
  const [isDone, setDone] = useState(false);
  useKeptFocus();
  const content = (
    <>
      {!isDone && (
        <button type="button" onClick={() => setDone(true)}>
          Ship
        </button>
      )}
      <button type="button">Close</button>
    </>
  );
  return (
    <main>
      <h1 tabIndex={-1}>Order</h1>
      {inDialog ? <div role="dialog">{content}</div> : content}
    </main>
  );
}

describe('the focus of a button that disappears', () => {
  it.each([
    ['goes to the title', false, 'Order'],
    ['goes to the next button of its dialog', true, 'Close'],
  ])('%s', async (_, inDialog, expected) => {
    show(<Page inDialog={inDialog} />);
    const button = screen.getByRole('button', { name: 'Ship' });
    act(() => button.focus());
    act(() => button.click());
    await waitFor(() => expect(document.activeElement?.textContent).toBe(expected));
  });

  it('stays where somebody else has put it', async () => {
    show(<Page inDialog={false} />);
    const button = screen.getByRole('button', { name: 'Ship' });
    act(() => button.focus());
    act(() => button.click());
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(document.activeElement?.textContent).toBe('Close');
  });
});
