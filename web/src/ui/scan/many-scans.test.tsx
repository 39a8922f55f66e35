// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable } from '../../lib/connection.ts';
import { saveDeviceSettings } from '../../lib/device-settings.ts';
import { between, randomFrom } from '../../test/random.ts';
import { givenBrowser, show } from '../../test/render.tsx';
import { asInBrowser, betweenKeys, press, wait } from '../../test/scanner.ts';
import { ScanField } from './scan-field.tsx';
import { useScanLayer } from './use-scan.tsx';
import { useScanSession } from './use-scan-session.ts';

/**
 * A thousand scans with pauses of up to 800 ms inside them, into the field and the session that put-away, fulfilment,
 * packing and counting are made of, with answers that come late and the focus on a button in between. A sample of them
 * is scanned with real pauses on a slow processor, on the screens themselves (e2e/journeys/slow-scans).
 */
givenBrowser();
beforeEach(() => {
  vi.useFakeTimers();
  reportReachable();
});
afterEach(() => {
  saveDeviceSettings({ prefix: '', noSuffix: false });
  vi.useRealTimers();
});

interface Types {
  state: readonly string[];
  input: string;
  command: string;
  result: string;
  entry: string;
  refusal: { why: string };
}

/** In each of four settings: a thousand together. */
const SCANS = 250;
const sent: string[] = [];

function Station({ reads, random }: { reads: 'after answers' | 'at once'; random: () => number }) {
  const later = <Value,>(value: Value) =>
    new Promise<Value>((resolve) => setTimeout(() => resolve(value), between(random, 0, 900)));
  useScanLayer(({ text }) => sent.push(`lost ${text}`));
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const run = useScanSession<Types>({
    reads,
    initial: () => [],
    // Some are known here, others are looked up.
    interpret: (code, state) => {
      const reading = { kind: 'send', command: code, change: () => [...state, code] } as const;
      return random() < 0.5 ? reading : later(reading);
    },
    send: (code) => {
      sent.push(code);
      return later(code);
    },
    undo: (code) => later(code),
    answered: (code, state) => ({ state, entry: code }),
    refused: () => ({ why: 'refused' }),
  });
  const last = run.done[0]?.what ?? '';
  return (
    <>
      <ScanField
        ref={box}
        aria-label="Scan"
        label={`after ${last}`}
        everywhere
        onScan={run.input}
        knows={async () => false}
      />
      {/* What an answer brings. */}
      {run.done.length % 2 === 1 && (
        <input aria-label="Quantity" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      )}
      <button type="button">Done</button>
    </>
  );
}

const randomCode = (random: () => number) =>
  random() < 0.2 ? String(between(random, 1, 99_999_999)) : `LP-${between(random, 1, 9_999_999)}`;

/** Presses the keys of a code, with a pause in one place at least. */
async function pressKeys(random: () => number, pauseAt: number, keys: readonly string[], pause: number) {
  for (const [place, key] of keys.entries()) {
    wait(place === pauseAt || random() < 0.05 ? between(random, 0, pause) : between(random, 0, 20));
    press(key);
    await betweenKeys();
  }
}

async function scanWithSuffix(random: () => number, text: string) {
  const pauseAt = between(random, 1, text.length);
  await pressKeys(random, pauseAt, [...text, random() < 0.8 ? 'Enter' : 'Tab'], 800);
  wait(between(random, 0, 60));
  await betweenKeys();
}

async function scanWithoutSuffix(random: () => number, text: string) {
  // A longer pause is the end of a code.
  await pressKeys(random, between(random, 1, text.length), [...text], 290);
  wait(310);
  await betweenKeys();
}

/** Everything is answered in the end. */
async function untilAnswered() {
  for (let before = -1; sent.length > before && sent.length < SCANS; ) {
    before = sent.length;
    await vi.advanceTimersByTimeAsync(10_000);
  }
}

it.each([
  ['after answers', '', 1],
  ['at once', '', 2],
  ['at once', '~', 3],
  ['after answers', 'no suffix', 4],
] as const)(
  'scans read %s, with %s as prefix, are whole, once and in order (seed %d)',
  async (reads, prefix, seed) => {
    sent.length = 0;
    const random = randomFrom(seed);
    const noSuffix = prefix === 'no suffix';
    saveDeviceSettings({ prefix: noSuffix ? '' : prefix, noSuffix });
    show(<Station reads={reads} random={randomFrom(seed + 100)} />);
    const field = screen.getByLabelText<HTMLInputElement>('Scan');
    field.focus();
    const codes: string[] = [];
    await asInBrowser(async () => {
      for (let at = 0; at < SCANS; at++) {
        const code = randomCode(random);
        codes.push(code);
        if (random() < 0.1) screen.getByText('Done').focus();
        if (noSuffix) await scanWithoutSuffix(random, code);
        else await scanWithSuffix(random, prefix + code);
      }
      await untilAnswered();
    });
    expect(sent).toEqual(codes);
    expect(screen.queryByLabelText<HTMLInputElement>('Quantity')?.value ?? '').toBe('');
    expect(field.value).toBe('');
  },
  120_000,
);
