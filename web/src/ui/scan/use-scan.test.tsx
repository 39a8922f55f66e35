// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDeviceSettings } from '../../lib/device-settings.ts';
import { answerWith, givenBrowser, show } from '../../test/render.tsx';
import { press, scan, type, wait } from '../../test/scanner.ts';
import { Dialog } from '../dialog.tsx';
import { ScanField } from './scan-field.tsx';
import { TAKES_SCANS } from './text-fields.ts';
import { deliverScan, useScan, useScanLayer } from './use-scan.tsx';

givenBrowser();
const heard: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
});
afterEach(() => {
  saveDeviceSettings({ prefix: '', noSuffix: false });
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

describe('a code of the camera', () => {
  it('goes where a scan of the scanner goes, whatever has the focus', () => {
    const onScan = vi.fn();
    show(
      <Shell>
        <ScanField aria-label="Scan" everywhere onScan={onScan} />
      </Shell>,
    );
    deliverScan('LP-1');
    // As the scanner sends GS1 data, and other codes with what says how they were printed.
    deliverScan(']C10109521234543213');
    deliverScan(']C0LP-2');
    deliverScan(' ');
    expect(onScan.mock.calls).toEqual([
      ['LP-1', true],
      [']C10109521234543213', true],
      ['LP-2', true],
    ]);
    expect(heard).toEqual([]);
  });

  it('goes to the shell when no field takes it', () => {
    show(
      <Shell>
        <Page />
      </Shell>,
    );
    deliverScan('A-01-1');
    expect(heard).toEqual(['page A-01-1', 'shell A-01-1']);
  });
});

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

describe('with the focus in a field', () => {
  it('whose whole value may be a scan it is typed there, and Enter is handled with it', () => {
    const onSearch = vi.fn();
    show(
      <Shell>
        <Search onSearch={onSearch} />
      </Shell>,
    );
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.focus();
    field.select();
    type('Z9100', 300, 'Enter');
    expect(onSearch.mock.calls).toEqual([['Z9100']]);
  });

  it('that has text already, a known code replaces it, and an unknown one follows it', async () => {
    const onSearch = vi.fn();
    answerWith({ body: { data: [{ kind: 'item', title: 'Z9101' }] } }, { body: { data: [] } });
    show(
      <Shell>
        <Search onSearch={onSearch} />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('Z9101');
    await vi.advanceTimersByTimeAsync(50);
    scan('X');
    scan('ABCDEF');
    await vi.advanceTimersByTimeAsync(50);
    expect(onSearch.mock.calls).toEqual([['Z9101'], ['Z9101X'], ['Z9101XABCDEF']]);
  });

  it('of a screen that takes no scans nothing is asked and nothing is taken', () => {
    const sent = answerWith();
    show(
      <Shell>
        <input defaultValue="Harvest " />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('LP-0001');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Harvest LP-0001');
    expect([heard, sent]).toEqual([[], []]);
  });

  it('of a screen that takes scans a known code is taken, also by what the screen itself knows', async () => {
    answerWith({ body: { data: [{ kind: 'license', title: 'LP-0001' }] } }, { body: { data: [] } });
    const page = (knows?: (code: string) => Promise<boolean>) => (
      <Shell>
        <Taker knows={knows} />
        <input defaultValue="Harvest" />
      </Shell>
    );
    const { rerender } = show(page());
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.focus();
    scan('LP-0001');
    await vi.advanceTimersByTimeAsync(50);
    expect([field.value, heard]).toEqual(['Harvest', ['taker LP-0001']]);
    scan('LP-0002');
    await vi.advanceTimersByTimeAsync(50);
    expect([field.value, heard.length]).toEqual(['HarvestLP-0002', 1]);
    rerender(page(async (code) => code === 'LP-0003'));
    scan('LP-0003');
    await vi.advanceTimersByTimeAsync(50);
    expect([field.value, heard]).toEqual(['HarvestLP-0002', ['taker LP-0001', 'taker LP-0003']]);
    expect(document.activeElement).toBe(field);
  });

  it('a scan with the prefix is taken out of any field, and the shell is told where it was', () => {
    saveDeviceSettings({ prefix: '~' });
    show(
      <Shell>
        <input defaultValue="Harvest" />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    type('~LP-1', 250, 'Enter');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Harvest');
    expect(heard).toEqual(['shell LP-1 in a field']);
  });
});

function Taker({ knows }: { knows: ((code: string) => Promise<boolean>) | undefined }) {
  useScan(({ text }) => void heard.push(`taker ${text}`), { knows });
  return null;
}

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
  it('passes on everything until Enter or Tab as one code, however long it takes, and is empty for the next', () => {
    const { onScan, field } = showScanField();
    scan('LP-0001');
    type('LP', 8);
    wait(1_500);
    type('-0002', 400, 'Tab');
    type('LP-3', 150, 'Enter');
    press('Enter');
    expect(onScan.mock.calls.map(([code]) => code)).toEqual(['LP-0001', 'LP-0002', 'LP-3']);
    expect([field.value, document.activeElement === field]).toEqual(['', true]);
  });

  it('waits for more where the scanner sends no suffix, for 300 ms', () => {
    const { onScan, field } = showScanField();
    scan('LP-0001', '');
    wait(2_000);
    expect([onScan.mock.calls, field.value]).toEqual([[], 'LP-0001']);
    field.value = '';
    saveDeviceSettings({ noSuffix: true });
    type('LP-0002', 280);
    wait(299);
    expect(onScan).not.toHaveBeenCalled();
    wait(2);
    scan('LP-0003', '');
    wait(300);
    expect(onScan.mock.calls.map(([code]) => code)).toEqual(['LP-0002', 'LP-0003']);
  });

  it('knows by the prefix what was scanned, and what was typed before it', () => {
    saveDeviceSettings({ prefix: '~' });
    const { onScan } = showScanField();
    type('~806', 200, 'Enter');
    type('24', 100);
    type('~LP-1', 8, 'Enter');
    type('12', 2, 'Enter');
    expect(onScan.mock.calls).toEqual([
      ['806', true],
      ['24', false],
      ['LP-1', true],
      ['12', false],
    ]);
  });

  it('takes the second of two keys at the end of a scan for nothing, and Enter of a person for an answer', () => {
    const onEnter = vi.fn();
    show(
      <Shell>
        <ScanField aria-label="Scan" onScan={() => {}} onEnter={onEnter} />
      </Shell>,
    );
    screen.getByRole('textbox').focus();
    scan('LP-0001');
    type('', 5, 'Enter');
    expect(onEnter).not.toHaveBeenCalled();
    type('', 400, 'Enter');
    expect(onEnter).toHaveBeenCalledOnce();
  });

  it.each([8, 20])('takes a number at %d ms a key for scanned', (gap) => {
    const { onScan } = showScanField();
    scan('12', 'Enter', gap);
    scan('345', 'Tab', gap);
    scan('9', 'Enter', gap);
    expect(onScan.mock.calls).toEqual([
      ['12', true],
      ['345', true],
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

  it.each([8, 500])('takes scans everywhere on its screen when it is told to, at %d ms a key', (gap) => {
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
    scan('LP-0002', 'Enter', gap);
    expect(onScan.mock.calls.map(([code]) => code)).toEqual(['LP-0002']);
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
