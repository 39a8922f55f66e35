// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceSettings } from '../../lib/device-settings.ts';
import { pass, press, scan, type, wait } from '../../test/scanner.ts';
import { KeyReader, type Scan } from './key-reader.ts';

let scans: string[] = [];
let stop = () => {};
let device: DeviceSettings;
/** The codes that the screen knows; undefined when it takes no scans. */
let known: string[] | undefined;
let answerAfter = 20;

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  device = { prefix: '', noSuffix: false };
  known = undefined;
  answerAfter = 20;
  const knows = (code: string) =>
    new Promise<boolean>((resolve) => setTimeout(() => resolve(known?.includes(code) ?? false), answerAfter));
  const reader = new KeyReader({
    onScan: ({ text }: Scan) => scans.push(text),
    device: () => device,
    scanField: () => undefined,
    knows: () => (known ? knows : undefined),
  });
  stop = reader.listen(window);
});
afterEach(() => {
  wait(5_000);
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function field(value = '', options: { type?: string } = {}, tag: 'input' | 'textarea' = 'input') {
  const input = Object.assign(document.createElement(tag), { value, ...options });
  document.body.append(input);
  input.focus();
  if (input.selectionStart !== null) input.setSelectionRange(value.length, value.length);
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

const settle = async (milliseconds = 100) => {
  wait(0);
  await vi.advanceTimersByTimeAsync(milliseconds);
  pass(milliseconds);
};

describe('text in an ordinary field', () => {
  it.each([0, 5, 10, 15, 30])('at %d ms a key stays, also with Enter', (gap) => {
    const text = 'pallet 00034567890123 came wet, 12 of 40 broken';
    const input = field();
    const keys = heardKeys();
    type(text, gap);
    expect(input.value).toBe(text);
    wait(2_000);
    type('', gap, 'Enter');
    expect([input.value, scans, keys.at(-1)]).toEqual([text, [], 'Enter']);
  });

  it('that a text expander types stays while the question about its Enter is open, and Enter follows', async () => {
    known = ['LP-1'];
    const input = field('Harbour ');
    const keys = heardKeys();
    type('office', 0, 'Enter');
    expect([input.value, keys.includes('Enter')]).toEqual(['Harbour office', false]);
    await settle();
    expect([input.value, scans, keys.at(-1)]).toEqual(['Harbour office', [], 'Enter']);
  });

  it('in several lines keeps its lines in order, however late the answers are', async () => {
    known = ['LP-1'];
    const area = field('', {}, 'textarea');
    type('first line', 1, 'Enter');
    type('second', 1, 'Enter');
    type('third', 1);
    await settle(500);
    expect([area.value, scans]).toEqual(['first line\nsecond\nthird', []]);
  });

  it('goes on at once when a key follows that only people press', () => {
    known = ['LP-1'];
    const input = field();
    const keys = heardKeys();
    type('office', 5, 'Enter');
    type('x', 5);
    press('ArrowLeft');
    expect([input.value, keys.slice(-3)]).toEqual(['officex', ['Enter', 'x', 'ArrowLeft']]);
  });

  it('stays when the server does not answer', async () => {
    known = ['LP-1'];
    answerAfter = 60_000;
    const input = field();
    const keys = heardKeys();
    type('LP-1', 5, 'Enter');
    await settle(4_000);
    expect([input.value, scans, keys.at(-1)]).toEqual(['LP-1', [], 'Enter']);
  });
});

describe('a known code that ends with Enter, on a screen that takes scans', () => {
  it.each([5, 20, 38])('is taken at %d ms a key, and the field gets back what it had', async (gap) => {
    known = ['LP-0001'];
    const input = field('Harbour ');
    const keys = heardKeys();
    scan('LP-0001', 'Enter', gap);
    await settle();
    expect([scans, input.value, keys.includes('Enter')]).toEqual([['LP-0001'], 'Harbour ', false]);
  });

  it('is followed by the next one, which came while it was asked about', async () => {
    known = ['LP-0001', 'LP-0002', 'LP-0003'];
    answerAfter = 150;
    const input = field('12');
    for (const code of known) type(code, 4, 'Enter');
    await settle(1_000);
    expect([scans, input.value]).toEqual([['LP-0001', 'LP-0002', 'LP-0003'], '12']);
  });

  it('typed at the pace of a person is text', async () => {
    known = ['LP-0001'];
    const input = field();
    type('LP-0001', 120, 'Enter');
    await settle();
    expect([scans, input.value]).toEqual([[], 'LP-0001']);
  });
});

describe('with the prefix of the device', () => {
  beforeEach(() => {
    device = { prefix: '~', noSuffix: false };
    known = ['LP-0001'];
  });

  it.each([
    ['Enter', 0],
    ['Enter', 150],
    ['Tab', 800],
  ])('a scan that ends with %s is certain in a field, %d ms a key', (suffix, gap) => {
    const input = field('Harbour ');
    type('~LP-9', gap, suffix);
    expect([scans, input.value]).toEqual([['LP-9'], 'Harbour ']);
  });

  it('a scan outside of fields is certain, however slow, and triggers nothing', () => {
    const count = button();
    const keys = heardKeys();
    type('~ce', 700, 'Enter');
    expect([scans, count.presses, keys]).toEqual([['ce'], 0, []]);
    press('e');
    press('Enter');
    expect([keys, count.presses]).toEqual([['e', 'Enter'], 1]);
  });

  it('rhythm is not used at all', async () => {
    const input = field();
    type('LP-0001', 5, 'Enter');
    await settle();
    expect([scans, input.value]).toEqual([[], 'LP-0001']);
    const count = button();
    type('LP-0001', 5, 'Enter');
    expect([scans, count.presses]).toEqual([[], 1]);
  });

  it('a prefix that a person typed and corrected begins nothing', () => {
    const input = field();
    type('~40', 100);
    press('Backspace');
    type('2 cartons', 100, 'Enter');
    expect([scans, input.value]).toEqual([[], '~42 cartons']);
  });

  it('of several characters', () => {
    device = { prefix: '#%', noSuffix: false };
    const input = field('a#');
    type('#%LP-1', 90, 'Enter');
    expect([scans, input.value]).toEqual([['LP-1'], 'a#']);
    button();
    type('#%LP-2', 90, 'Enter');
    expect(scans).toEqual(['LP-1', 'LP-2']);
  });

  it('and without a suffix a scan ends after 300 ms', () => {
    device = { prefix: '~', noSuffix: true };
    const input = field('x');
    type('~LP-1', 200);
    wait(299);
    expect(scans).toEqual([]);
    wait(1);
    expect([scans, input.value]).toEqual([['LP-1'], 'x']);
  });
});

describe('on a button or the page', () => {
  it.each([
    ['Enter', 8],
    ['Enter', 60],
    ['Enter', 700],
    ['Tab', 8],
    ['Tab', 400],
  ])('a scan with the suffix %s is one unit and presses nothing, %d ms a key', (suffix, gap) => {
    const count = button();
    scan('LP-0001', suffix, gap);
    scan('A 01 1', suffix, gap);
    expect([scans, count.presses]).toEqual([['LP-0001', 'A 01 1'], 0]);
  });

  it('a fast scan triggers no shortcut', () => {
    const keys = heardKeys();
    scan('c-e-g');
    expect([scans, keys]).toEqual([['c-e-g'], []]);
  });

  it('without a suffix a scan is taken where the device is set so, after 300 ms', () => {
    scan('Z91001', '');
    wait(2_000);
    expect(scans).toEqual([]);
    device = { prefix: '', noSuffix: true };
    scan('Z91002', '');
    wait(299);
    expect(scans).toEqual([]);
    wait(2);
    expect(scans).toEqual(['Z91002']);
  });

  it('a person uses shortcuts and presses buttons', () => {
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
    press('Enter');
    expect(count.presses).toBe(3);
    expect(keys).toEqual(['Enter', ' ', 'g', 'i', 'k', 'e', 'Escape', 'Enter']);
    expect(scans).toEqual([]);
  });

  it('what is typed before a field has the focus is in it, in order', () => {
    wait(100);
    type('ac', 40);
    const input = field();
    type('me', 40);
    wait(300);
    expect(input.value).toBe('acme');
  });

  it('identifiers of plain symbologies and control characters are left out, those of GS1 data are kept', () => {
    scan(']E0036000291452');
    scan('\u0002LP-7');
    wait(100);
    type(']C110AB', 5);
    press('Control');
    press(']', { ctrlKey: true });
    type('21S9', 5, 'Enter');
    expect(scans).toEqual(['036000291452', 'LP-7', ']C110AB\u001d21S9']);
  });
});

it('a password manager is not a scanner', async () => {
  known = ['longshore-demo'];
  const input = field('', { type: 'password' });
  scan('longshore-demo');
  await settle();
  expect([input.value, scans]).toEqual(['longshore-demo', []]);
});
