// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { givenBrowser, show } from '../test/render.tsx';
import { Dialog } from './dialog.tsx';

givenBrowser();

const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

function Nested({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog title="Around" onClose={onClose}>
      {isOpen && (
        <Dialog title="Inside" onClose={() => setOpen(false)}>
          <p>Sure?</p>
        </Dialog>
      )}
    </Dialog>
  );
}

it('Esc closes the innermost dialog only', () => {
  const onClose = vi.fn();
  show(<Nested onClose={onClose} />);
  pressEscape();
  expect([screen.queryByText('Sure?'), onClose.mock.calls.length]).toEqual([null, 0]);
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

it('Esc closes nothing behind a dialog that it does not close', () => {
  const onClose = vi.fn();
  show(
    <Dialog title="Around" onClose={onClose}>
      <Dialog title="Password" shownOnce onClose={onClose}>
        <p>Shown once</p>
      </Dialog>
    </Dialog>,
  );
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
});
