// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenBrowser, show } from '../../test/render.tsx';
import { pass, press, scan, type, wait } from '../../test/scanner.ts';
import { Dialog } from '../dialog.tsx';
import { ScanField } from './scan-field.tsx';
import { TAKES_SCANS } from './text-fields.ts';
import { useScan, useScanLayer } from './use-scan.tsx';

givenBrowser();
const heard: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
});
afterEach(() => {
  wait(500);
  vi.useRealTimers();
});

function Shell({ children }: { children?: ReactNode }) {
  useScanLayer(({ text, blockedBy }) => heard.push(`shell ${text}${blockedBy ? ` in a ${blockedBy}` : ''}`));
  return children;
}
function Page() {
  useScan(({ text }) => {
    heard.push(`page ${text}`);
    return text.startsWith('LP');
  });
  return <button type="button">Delete</button>;
}
const Step = () => {
  useScan(({ text }) => void heard.push(`step ${text}`));
  return null;
};

function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('old');
  return (
    <input
      {...TAKES_SCANS}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onSearch(text);
      }}
    />
  );
}

describe('a scan outside of fields', () => {
  it('goes to the screen, whatever has the focus, and to the shell when the screen does not take it', () => {
    show(
      <Shell>
        <Page />
      </Shell>,
    );
    screen.getByRole('button').focus();
    scan('LP-0001');
    scan('A-01-1');
    expect(heard).toEqual(['page LP-0001', 'page A-01-1', 'shell A-01-1']);
  });

  it('goes to the open dialog only', () => {
    const page = (content: ReactNode) => (
      <Shell>
        <Page />
        {content && (
          <Dialog title="Put away" onClose={() => {}}>
            {content}
          </Dialog>
        )}
      </Shell>
    );
    const { rerender } = show(page(<Step />));
    scan('LP-0001');
    rerender(page(<p>Sure?</p>));
    scan('LP-0002');
    rerender(page(null));
    scan('LP-0003');
    expect(heard).toEqual(['step LP-0001', 'shell LP-0002 in a dialog', 'page LP-0003']);
  });

  it('reaches nobody who is gone', () => {
    show(<Shell />).unmount();
    scan('LP-0001');
    expect(heard).toEqual([]);
  });
});

describe('a scan with the focus in a field', () => {
  it('that takes scans replaces its value, and Enter is handled with the new value', () => {
    const onSearch = vi.fn();
    show(
      <Shell>
        <Search onSearch={onSearch} />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('Z9100');
    scan('Z9101', 'Tab');
    // Without a suffix, and the next scan follows before any timer of the page has run.
    pass(200);
    for (const code of ['Z91020', 'Z91030']) {
      for (const key of code) {
        pass(5);
        press(key);
      }
      pass(100);
    }
    wait(200);
    expect(onSearch.mock.calls).toEqual([['Z9100'], ['Z9101'], ['Z91020'], ['Z91030']]);
  });

  it('that takes scans submits a form that does not handle Enter', () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    show(
      <Shell>
        <form onSubmit={onSubmit}>
          <input {...TAKES_SCANS} />
        </form>
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('LP-0001');
    wait(10);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('that does not take scans is not typed into it', () => {
    show(
      <Shell>
        <input defaultValue="Harvest" />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('LP-0001');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Harvest');
    expect(heard).toEqual(['shell LP-0001 in a field']);
  });
});

/** A field that gets every code, with the focus. */
function showScanField() {
  const onScan = vi.fn();
  show(
    <Shell>
      <ScanField aria-label="Scan" onScan={onScan} />
    </Shell>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  field.focus();
  return { onScan, field };
}

describe('ScanField', () => {
  it('passes on what is scanned and what is typed with Enter, and is empty for the next', () => {
    const { onScan, field } = showScanField();
    scan('LP-0001');
    scan('LP-0002', '');
    wait(200);
    wait(200);
    type('LP-3', 150, 'Enter');
    press('Enter');
    expect(onScan.mock.calls).toEqual([
      ['LP-0001', true],
      ['LP-0002', true],
      ['LP-3', false],
    ]);
    expect(field.value).toBe('');
  });

  it.each([8, 20, 29])('knows a scan of one to three characters, %d ms per key', (gap) => {
    const { onScan, field } = showScanField();
    scan('12', 'Enter', gap);
    scan('345', 'Tab', gap);
    // What was typed before it, and not entered, stays in the field for the screen to read.
    wait(500);
    type('24', 150);
    scan('678', 'Enter', gap);
    expect(field.value).toBe('24');
    field.value = '';
    scan('9', 'Enter', Math.min(gap, 20));
    expect(onScan.mock.calls).toEqual([
      ['12', true],
      ['345', true],
      ['678', true],
      ['9', true],
    ]);
  });

  it.each([
    ['12', [140, 140, 140]],
    ['345', [70, 70, 70, 70]],
    // Fast fingers: keys of a number that roll over, with Enter after them.
    ['345', [100, 25, 25, 70]],
    ['12', [100, 45, 45]],
    ['7', [100, 45]],
    // The last digit and Enter at the same time.
    ['24', [100, 150, 10]],
  ])('knows a typed %s, keys after %j ms', (text, gaps) => {
    const onScan = vi.fn();
    show(
      <Shell>
        <ScanField aria-label="Scan" onScan={onScan} />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    [...text, 'Enter'].forEach((key, at) => {
      wait(gaps[at] ?? 0);
      press(key);
    });
    expect(onScan.mock.calls).toEqual([[text, false]]);
  });

  it('takes scans everywhere on its screen when it is told to, and gets the focus', () => {
    const onScan = vi.fn();
    const page = (everywhere: boolean) => (
      <Shell>
        <button type="button">Done</button>
        <ScanField aria-label="Scan" onScan={onScan} everywhere={everywhere} />
      </Shell>
    );
    const { rerender } = show(page(false));
    screen.getByRole('button').focus();
    scan('LP-0001');
    rerender(page(true));
    scan('LP-0002');
    expect(onScan.mock.calls).toEqual([['LP-0002', true]]);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('Esc empties it, and closes only then what is around it', () => {
    const onClose = vi.fn();
    const page = (content?: ReactNode) => <Shell>{content}</Shell>;
    const { rerender } = show(page());
    rerender(
      page(
        <Dialog title="Put away" onClose={onClose}>
          <ScanField aria-label="Scan" data-autofocus onScan={() => {}} />
        </Dialog>,
      ),
    );
    const field = screen.getByRole<HTMLInputElement>('textbox');
    type('LP-3', 150);
    expect(field.value).toBe('LP-3');
    press('Escape');
    expect([field.value, onClose.mock.calls.length]).toEqual(['', 0]);
    press('Escape');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
