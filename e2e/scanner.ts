import type { CDPSession, Page } from '@playwright/test';

const SUFFIXES = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
} as const;

export interface ScanOptions {
  suffix?: keyof typeof SUFFIXES | '';
  /** Milliseconds between two keys. */
  gap?: number;
}

export type Scanner = (code: string, options?: ScanOptions) => Promise<void>;

/**
 * A scanner that types like a keyboard. Every key carries the time at which it was pressed, so that a slow machine sees
 * the same rhythm as a fast one.
 */
export async function connectScanner(page: Page): Promise<Scanner> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let pressedAt = 0;
  return async (code, { suffix = 'Enter', gap = 8 } = {}) => {
    // Only keys of one scan follow each other quickly.
    pressedAt = Math.max(Date.now(), pressedAt + 100);
    const keys: { key: string; code?: string; windowsVirtualKeyCode?: number; text?: string }[] = [
      ...[...code].map((key) => ({ key, text: key })),
      ...(suffix ? [SUFFIXES[suffix]] : []),
    ];
    const sent = keys.flatMap((key) => {
      pressedAt += gap;
      const timestamp = pressedAt / 1000;
      const { text: _, ...released } = key;
      return [
        devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released, timestamp }),
      ];
    });
    await Promise.all(sent);
  };
}

/** Milliseconds to wait before each key. */
type Pauses = () => number;

/** A scanner whose keys arrive with real pauses inside a code, as over a slow radio or a remote desktop. */
export async function connectSlowScanner(page: Page, pauses: Pauses): Promise<(code: string) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  return async (code) => {
    for (const key of [...[...code].map((one) => ({ key: one, text: one })), SUFFIXES.Enter]) {
      await new Promise((resume) => setTimeout(resume, pauses()));
      const { text: _, ...released } = key as { key: string; text?: string };
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released });
    }
  };
}

/** A person's pace: keys that follow each other faster are those of a scanner. */
const TYPING_MS = 120;

/** A person who types: without a suffix, and at a person's pace by the times of the key events. */
export async function connectTypist(page: Page): Promise<(text: string) => Promise<void>> {
  const type = await connectScanner(page);
  return (text) => type(text, { suffix: '', gap: TYPING_MS });
}
