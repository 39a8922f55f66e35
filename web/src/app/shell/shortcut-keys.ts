/** Keys of a scanner follow each other faster than those of a person. */
export const SCAN_GAP_MS = 50;
/** `g` waits this long for its letter or digit. */
const SEQUENCE_MS = 1_500;

/** A shortcut: one of the single keys, or `g` and the letter or digit of a screen. */
export type Shortcut = '?' | 'x' | PageKey | `g ${string}`;

/** Keys that press the button of the page that declares them: create, edit, fulfil, pack. */
export const PAGE_KEYS = ['c', 'e', 'f', 'p'] as const;
type PageKey = (typeof PAGE_KEYS)[number];

const SINGLE_KEYS: readonly string[] = ['?', 'x', ...PAGE_KEYS];

/**
 * Recognises shortcuts in the keys that are pressed outside of fields. A scan types there too, and its letters must not
 * run anything: a key that follows within the gap belongs to a scan. The caller waits for the same gap before it runs
 * a shortcut, because the first key of a scan follows nothing.
 */
export function makeShortcutReader(): (key: string, at: number) => Shortcut | undefined {
  let lastAt = Number.NEGATIVE_INFINITY;
  let goAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const isScan = at - lastAt < SCAN_GAP_MS;
    const isAfterGo = at - goAt < SEQUENCE_MS;
    lastAt = at;
    goAt = Number.NEGATIVE_INFINITY;
    if (isScan) return undefined;
    if (isAfterGo && /^[a-z1-9]$/.test(key)) return `g ${key}`;
    if (key === 'g') goAt = at;
    return SINGLE_KEYS.includes(key) ? (key as Shortcut) : undefined;
  };
}
