// @vitest-environment jsdom
import { type ReactElement, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFormKeys } from './form/form-keys.ts';
import { useSlashKey } from './list/use-slash-key.ts';
import { type Scan, useScan, useScanLayer } from './scan/use-scan.tsx';
import { useEscape } from './use-escape.ts';

/** Testing Library waits until every effect has run, which nobody who presses a key does. */
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const press = (key: string, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );

/** Does something in the moment in which the element is in the page, before it is painted. */
const asSoonAsShown = (element: ReactElement, act: () => void) =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      act();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    root.render(element);
  });

const close = vi.fn();
const save = vi.fn();
const scans: string[] = [];

function Opened() {
  useEscape(close);
  return <p>open</p>;
}
function Form() {
  useFormKeys({ save });
  return <p>form</p>;
}
function List() {
  const box = useRef<HTMLInputElement>(null);
  useSlashKey(box);
  return <input ref={box} aria-label="Search" />;
}
function Scanned() {
  useScanLayer(() => {});
  useScan(({ text }: Scan) => void scans.push(text));
  return <p>screen</p>;
}

test('Esc closes what has just appeared', async () => {
  await asSoonAsShown(<Opened />, () => press('Escape'));
  expect(close).toHaveBeenCalledOnce();
});

test('Ctrl+Enter saves a form that has just appeared', async () => {
  await asSoonAsShown(<Form />, () => press('Enter', { ctrlKey: true }));
  expect(save).toHaveBeenCalledOnce();
});

test('the search box of a list that has just appeared takes the focus', async () => {
  await asSoonAsShown(<List />, () => press('/'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search');
});

test('a scan on a screen that has just appeared is its own, from the first key', async () => {
  await asSoonAsShown(<Scanned />, () => {
    for (const key of [...'LP-0012', 'Enter']) press(key);
  });
  await vi.waitFor(() => expect(scans).toEqual(['LP-0012']));
});
