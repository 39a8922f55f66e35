// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass, press, scan, type, wait } from '../../test/scanner.ts';
import { type Scan, ScanDetector } from './scan-detector.ts';

let scans: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  stop = new ScanDetector(({ text }: Scan) => scans.push(text)).listen(window);
});
afterEach(() => {
  wait(500);
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function field(value = '', options: { type?: string } = {}): HTMLInputElement {
  const input = Object.assign(document.createElement('input'), { value, ...options });
  document.body.append(input);
  input.focus();
  input.setSelectionRange(value.length, value.length);
  return input;
}

function button(): { presses: number } {
  const count = { presses: 0 };
  const element = document.createElement('button');
  element.addEventListener('click', () => count.presses++);
  document.body.append(element);
  element.focus();
  return count;
}

/** The keys that reach handlers of the page. */
function heardKeys(): string[] {
  const keys: string[] = [];
  document.body.addEventListener('keydown', ({ key }) => keys.push(key));
  return keys;
}

it('does not take a shortcut with Enter that follows a scan at once', () => {
  const keys = heardKeys();
  scan('Z9100-A');
  press('Enter', { ctrlKey: true });
  expect([scans, keys]).toEqual([['Z9100-A'], ['Enter']]);
});

describe('a scan', () => {
  it.each([
    ['Enter', 8],
    ['Enter', 1],
    ['Enter', 35],
    ['Tab', 8],
    ['', 8],
    ['', 30],
  ])('with the suffix "%s" and %d ms per key is one unit, on the page and in a field', (suffix, gap) => {
    scan('Z9100-A', suffix, gap);
    wait(300);
    const input = field('half a word');
    scan('Z9101-A', suffix, gap);
    wait(300);
    expect(scans).toEqual(['Z9100-A', 'Z9101-A']);
    expect(input.value).toBe('half a word');
  });

  it.each(['Enter', 'Tab'])('is separate from one that follows at once, suffix %s', (suffix) => {
    type('Z9100', 8, suffix);
    type('Z9101', 8, suffix);
    expect(scans).toEqual(['Z9100', 'Z9101']);
  });

  it('of one scanner is separate from one of a slower scanner, without suffixes', () => {
    scan('Z91001', '', 3);
    scan('Z91011', '', 25);
    wait(200);
    expect(scans).toEqual(['Z91001', 'Z91011']);
  });

  it('without a suffix waits for keys that were queued while the page was busy', () => {
    field();
    type('Z9100', 8);
    // The timer fires late, before the queued keys.
    const { now } = performance;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1_000);
    vi.advanceTimersByTime(95);
    spy.mockRestore();
    expect(scans).toEqual([]);
    type('-77', 8);
    wait(200);
    expect(scans).toEqual(['Z9100-77']);
  });

  it('whose first key was taken for typing is completed by keys that were pressed at once and arrived late', () => {
    const input = field();
    type('R', 8);
    // Long enough to end a burst, although the next key was pressed 8 ms after this one.
    vi.advanceTimersByTime(150);
    type('USH-122', 8);
    wait(250);
    expect([scans, input.value]).toEqual([['RUSH-122'], '']);
  });

  it.each([
    ['RUSH-0', 300, '01', 'Enter'],
    ['RUSH-00', 900, '1', 'Tab'],
    ['RUSH-001', 900, '', 'Enter'],
    ['RUSH', 300, '-001', 'Enter'],
    ['RUSH-', 900, '', 'Enter'],
  ])(
    'of a scanner with a suffix is whole: "%s", then %d ms later "%s" and %s, pressed at once',
    (first, late, rest, suffix) => {
      const input = field();
      scan('RB-01', suffix);
      wait(100);
      type(first, 8);
      vi.advanceTimersByTime(late);
      type(rest, 8, suffix);
      scan('RB-02', suffix);
      expect([scans, input.value]).toEqual([['RB-01', first + rest, 'RB-02'], '']);
    },
  );

  it('without a suffix is soon passed on again after one with a suffix', () => {
    scan('Z91001');
    scan('Z91002', '');
    wait(300);
    expect(scans).toEqual(['Z91001']);
    wait(1_000);
    scan('Z91003', '');
    wait(200);
    expect(scans).toEqual(['Z91001', 'Z91002', 'Z91003']);
  });

  it('without a suffix is ended by the next scan, of the same or of another scanner', () => {
    scan('Z91001');
    scan('Z91002', '');
    scan('Z91003', '');
    scan('Z91004');
    expect(scans).toEqual(['Z91001', 'Z91002', 'Z91003', 'Z91004']);
  });

  it('that was taken as complete keeps a suffix that arrives late, and the next one is waited for', () => {
    const count = button();
    scan('Z91001', '');
    vi.advanceTimersByTime(400);
    expect(scans).toEqual(['Z91001']);
    type('', 8, 'Enter');
    wait(100);
    type('Z9100', 8);
    type('2', 8);
    vi.advanceTimersByTime(400);
    type('', 8, 'Enter');
    wait(200);
    press('Enter');
    expect([scans, count.presses]).toEqual([['Z91001', 'Z91002'], 1]);
  });

  it('never presses a focused button, not even with a space in it', () => {
    const count = button();
    scan('LP-0001');
    scan('A 01 1');
    scan('A 01 12', 'Tab');
    expect(count.presses).toBe(0);
    expect(scans).toEqual(['LP-0001', 'A 01 1', 'A 01 12']);
  });

  it('triggers no shortcut', () => {
    const keys = heardKeys();
    scan('c-e-g');
    wait(300);
    expect(keys).toEqual([]);
  });

  it('keeps its suffix from forms and other handlers, also when it is two keys', () => {
    const keys = heardKeys();
    const form = document.createElement('form');
    const onSubmit = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener('submit', onSubmit);
    form.append(field());
    document.body.append(form);
    form.querySelector('input')?.focus();
    scan('LP-0001');
    press('Enter');
    expect(keys).not.toContain('Enter');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('that is interrupted by a moving focus is whole, and leaves no part behind', () => {
    const first = field('one');
    const second = field('two');
    first.focus();
    wait(100);
    type('LP-0', 8);
    second.focus();
    type('001', 8, 'Enter');
    expect([first.value, second.value, scans]).toEqual(['one', 'two', ['LP-0001']]);
  });

  it('loses its prefix: STX and identifiers of plain symbologies', () => {
    scan(']E0036000291452');
    scan('\u0002LP-7');
    expect(scans).toEqual(['036000291452', 'LP-7']);
  });

  it('keeps the identifier of GS1 data, and its separators', () => {
    wait(100);
    type(']C110AB', 5);
    press('Control');
    press(']', { ctrlKey: true });
    type('21S9', 5, 'Enter');
    expect(scans).toEqual([']C110AB\u001d21S9']);
  });

  it('typed with Shift held is whole', () => {
    for (const key of 'LP-1') {
      press('Shift');
      press(key, { shiftKey: true });
      wait(5);
    }
    press('Enter');
    expect(scans).toEqual(['LP-1']);
  });
});

describe('a person', () => {
  it.each([120, 65, 45])('who types a key every %d ms gets every character at once', (gap) => {
    const input = field();
    const text = 'Harvest Oak';
    [...text].forEach((key, at) => {
      type(key, gap);
      expect(input.value).toBe(text.slice(0, at + 1));
    });
    type('', 0, 'Enter');
    wait(300);
    expect(input.value).toBe(text);
    expect(scans).toEqual([]);
  });

  it('whose keys are all handled at once, because the page was busy, is not a scanner', () => {
    const input = field();
    for (const key of [...'Harvest', 'Enter']) {
      pass(150);
      press(key);
    }
    expect(input.value).toBe('Harvest');
    expect(scans).toEqual([]);
  });

  it('who rolls over some keys, corrects them and goes on loses none', () => {
    const input = field('a');
    type('tion', 20);
    type('', 0, 'Backspace');
    type('mx', 150);
    wait(300);
    expect(input.value).toBe('atiomx');
    expect(scans).toEqual([]);
  });

  it('who rolls over three keys and then presses Enter submits them', () => {
    const input = field();
    const keys = heardKeys();
    type('abc', 20, 'Enter');
    expect(input.value).toBe('abc');
    expect(keys).toEqual(['a', 'b', 'c', 'Enter']);
  });

  it('who holds a key down repeats it', () => {
    const input = field();
    press('x');
    for (let times = 0; times < 9; times++) {
      wait(30);
      press('x', { repeat: true });
    }
    wait(200);
    expect(input.value).toBe('x'.repeat(10));
    expect(scans).toEqual([]);
  });

  it('uses shortcuts and presses buttons', () => {
    const count = button();
    const keys = heardKeys();
    press('Enter');
    press(' ');
    press('g');
    wait(30);
    press('i');
    wait(200);
    press('k', { ctrlKey: true });
    press('e');
    press('Escape');
    expect(count.presses).toBe(2);
    expect(keys).toEqual(['Enter', ' ', 'g', 'i', 'k', 'e', 'Escape']);
    expect(scans).toEqual([]);
  });

  it('who types before a field has the focus finds it there in order', () => {
    wait(100);
    type('ac', 40);
    const input = field();
    type('me', 40);
    wait(300);
    expect(input.value).toBe('acme');
  });

  it('whose password manager types the password is not a scanner', () => {
    const input = field('', { type: 'password' });
    scan('longshore-demo');
    expect(input.value).toBe('longshore-demo');
    expect(scans).toEqual([]);
  });
});
