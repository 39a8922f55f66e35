import type { Access } from '@longshore/contract';
import { describe, expect, it } from 'vitest';
import { navigationFor } from '../navigation.ts';
import { makeShortcutReader } from './shortcut-keys.ts';
import { SWITCH_CLIENT_KEY } from './use-shortcuts.ts';

/** Presses the keys of a text, so many milliseconds apart. */
const pressed = (text: string, gap: number) => {
  const read = makeShortcutReader();
  return [...text].map((key, place) => read(key, 1_000 + place * gap)).filter(Boolean);
};

describe('shortcuts', () => {
  it.each([
    ['c', 200, ['c']],
    ['e', 200, ['e']],
    ['?', 200, ['?']],
    ['gi', 200, ['g i']],
    ['gc', 200, ['g c']],
    ['gcc', 200, ['g c', 'c']],
    ['gi', 2_000, []],
    ['x', 200, ['x']],
    ['y', 200, []],
    ['g1', 200, ['g 1']],
    ['g0', 200, []],
  ])('%s, with %d ms between the keys', (text, gap, shortcuts) => {
    expect(pressed(text, gap)).toEqual(shortcuts);
  });

  it('a scan is none: only its first key, which the next one takes back', () => {
    expect(pressed('gi', 20)).toEqual([]);
    expect(pressed('ce?c', 20)).toEqual(['c']);
  });

  it('each screen has a key of its own', () => {
    const keysOf = (can: (access: Access) => boolean) =>
      navigationFor(can).flatMap(({ entries }) => entries.flatMap(({ key }) => key ?? []));
    // A key opens one screen for a main user, and may open another for a client user.
    const [main, client] = [keysOf(() => true), keysOf((access) => access === 'user' || access === 'statement_reader')];
    for (const keys of [main, client])
      expect([...keys, SWITCH_CLIENT_KEY].toSorted()).toEqual([...new Set([...keys, SWITCH_CLIENT_KEY])].toSorted());
    expect(main.length).toBeGreaterThan(15);
    expect(client).toContain('a');
  });
});
