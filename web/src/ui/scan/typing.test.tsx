// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { between, randomFrom } from '../../test/random.ts';
import { fieldOf, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { asInBrowser, betweenKeys, type, wait } from '../../test/scanner.ts';
import DayInput from '../form/day-input.tsx';
import { EmailsField } from '../form/emails-field.tsx';
import { EmailField, SelectField, TextAreaField, TextField } from '../form/fields.tsx';
import { DecimalField, MoneyField, NumberField, PercentField, QuantityField } from '../form/number-fields.tsx';
import { PasswordField } from '../password-field.tsx';
import { ScanField } from './scan-field.tsx';
import { useScan, useScanLayer } from './use-scan.tsx';

/**
 * Every kind of field that forms have, at the speeds of text expanders, remote desktops and quick fingers: it holds
 * what the same keys leave in it at the pace of a person. The forms themselves are typed into in Chromium
 * (e2e/journeys/typing).
 */
givenBrowser();
beforeEach(async () => {
  // Amounts are shown in the currency of the company.
  await givenSession({ currency: 'USD' });
  vi.useFakeTimers();
});
afterEach(() => {
  wait(5_000);
  vi.useRealTimers();
});

const taken: string[] = [];
function Page({ takesScans, children }: { takesScans: boolean; children: ReactNode }) {
  useScanLayer(({ text }) => taken.push(text));
  useScan(({ text }) => taken.push(text), { isActive: takesScans, knows: async () => false });
  return children;
}

function Held<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (field: ReturnType<typeof fieldOf<Value>>) => ReactNode;
}) {
  const [value, set] = useState(initial);
  return children(fieldOf(value, set));
}

const TEXT = 'pallet 0003456 came wet';
const choices = ['Canada', 'Cameroon', 'Chile'].map((label, at) => ({ value: String(at + 1), label }));

/** What is typed into each kind of field; how it is shown, and under which role it is found. */
const KINDS: Record<string, [text: string, element: ReactNode]> = {
  text: [
    TEXT,
    <Held key="a" initial="">
      {(field) => <TextField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  'text that may be a scan': [
    'KC-ETH-250',
    <Held key="b" initial="">
      {(field) => <TextField {...field} label="records.comment" span={12} mono />}
    </Held>,
  ],
  'text area': [
    TEXT,
    <Held key="c" initial="">
      {(field) => <TextAreaField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  email: [
    'office@harbour-trading.example',
    <Held key="d" initial="">
      {(field) => <EmailField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  quantity: [
    '1234567',
    <Held key="e" initial={0}>
      {(field) => <QuantityField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  number: [
    '1234.56',
    <Held key="f" initial={0}>
      {(field) => <NumberField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  percent: [
    '8.875',
    <Held key="g" initial={0}>
      {(field) => <PercentField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  money: [
    '123456.78',
    <Held key="h" initial="">
      {(field) => <MoneyField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  decimal: [
    '0.0042',
    <Held key="i" initial="">
      {(field) => <DecimalField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  select: [
    'Camer',
    <Held<string> key="j" initial="1">
      {(field) => <SelectField {...field} label="records.comment" span={12} choices={choices} />}
    </Held>,
  ],
  day: ['2027-04-30', <DayInput key="k" value="" onDay={() => {}} aria-label="day" />],
  tags: [
    'office@harbour.example',
    <Held<string[]> key="l" initial={[]}>
      {(field) => <EmailsField {...field} label="records.comment" span={12} />}
    </Held>,
  ],
  password: ['longshore-demo-806', <PasswordField key="m" label="password" />],
  scan: ['LP-0001-806', <ScanField key="n" aria-label="scan" onScan={() => {}} />],
};

/** When each key is pressed: all at the same pace, or in bursts with pauses. */
const RHYTHMS: [string, (random: () => number) => () => number][] = [
  ...[0, 5, 10, 15, 30].map((gap): (typeof RHYTHMS)[number] => [`${gap} ms a key`, () => () => gap]),
  ...[0, 5, 10, 15, 30].map((gap): (typeof RHYTHMS)[number] => [
    `bursts at ${gap} ms a key`,
    (random) => {
      let left = between(random, 4, 20);
      return () => {
        left -= 1;
        if (left > 0) return gap;
        left = between(random, 4, 20);
        return between(random, 50, 1_500);
      };
    },
  ]),
];

async function typed(kind: string, takesScans: boolean, gapOf: () => number): Promise<string> {
  const [text, element] = KINDS[kind] ?? ['', null];
  const { container, unmount } = show(<Page takesScans={takesScans}>{element}</Page>);
  const field =
    container.querySelector<HTMLInputElement>('input:not([type=hidden]), textarea') ?? screen.getByRole('textbox');
  field.focus();
  await asInBrowser(async () => {
    for (const key of text) {
      type(key, gapOf());
      await betweenKeys();
    }
    await vi.advanceTimersByTimeAsync(2_000);
    wait(0);
  });
  const { value } = field;
  unmount();
  return value;
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it.each([false, true])('loses nothing, on a screen that takes scans: %s', async (takesScans) => {
    taken.length = 0;
    const slowly = await typed(kind, takesScans, () => 180);
    expect(slowly).not.toBe('');
    // In one pace where nothing is asked; in all rhythms where it could be.
    for (const [name, rhythm] of takesScans ? RHYTHMS : RHYTHMS.slice(0, 5)) {
      const seed = name.length * 7 + kind.length;
      expect(await typed(kind, takesScans, rhythm(randomFrom(seed))), `${name}, seed ${seed}`).toBe(slowly);
    }
    expect(taken).toEqual([]);
  });
});
