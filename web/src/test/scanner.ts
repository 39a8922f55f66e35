import { vi } from 'vitest';

let pressedAt = 0;

/**
 * Presses a key as a browser does: what nobody prevents is inserted into the focused field or presses the focused
 * button. The time at which it was pressed is that of the test, not that of its handling.
 */
export function press(key: string, options: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  Object.defineProperty(event, 'timeStamp', { value: pressedAt });
  const isLeft = (document.activeElement ?? document.body).dispatchEvent(event);
  // What types is what has the focus after the handlers.
  const target = document.activeElement ?? document.body;
  const isTyping = isLeft && !options.ctrlKey && !options.metaKey && !options.altKey;
  if (isTyping && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) insertKey(target, key);
  if (isLeft && target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
  if (isLeft && key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  target.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true, ...options }));
}

function insertKey(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  if (key === 'Backspace') {
    setValue(field, field.value.slice(0, Math.max(0, start - 1)) + field.value.slice(end), Math.max(0, start - 1));
  } else if (key.length === 1 || (key === 'Enter' && field instanceof HTMLTextAreaElement)) {
    const text = key.length === 1 ? key : '\n';
    const next = field.value.slice(0, start) + text + field.value.slice(end);
    if (field.maxLength < 0 || next.length <= field.maxLength) setValue(field, next, start + 1);
  }
}

function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string, caret: number): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Moves the time at which keys are pressed, as if the page were too busy to handle anything meanwhile. */
export function pass(milliseconds: number): void {
  pressedAt += milliseconds;
}

/** Lets time pass. Needs fake timers. */
export function wait(milliseconds: number): void {
  pass(milliseconds);
  vi.advanceTimersByTime(milliseconds);
}

/** Types a text with a pause of `gap` before each key. */
export function type(text: string, gap: number, suffix = ''): void {
  for (const key of [...text, ...(suffix ? [suffix] : [])]) {
    wait(gap);
    press(key);
  }
}

/** A scanner after a pause: 8 ms per character, then its suffix. */
export function scan(text: string, suffix = 'Enter', gap = 8): void {
  wait(100);
  type(text, gap, suffix);
}

/** What a browser does between two keys: promises are answered, and React shows what the key has changed. */
export const betweenKeys = () => Promise.resolve().then(() => {});

/** Runs a test without `act`, so that renders happen between keys as in a browser. */
export async function asInBrowser(run: () => Promise<void>): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = environment.IS_REACT_ACT_ENVIRONMENT ?? false;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await run();
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  }
}
