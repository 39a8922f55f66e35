import { GROUP_SEPARATOR } from '@longshore/contract';

/** Symbology identifiers that say nothing about the content; those of GS1 data are kept. */
const SYMBOLOGY = /^\](?!C1|d2|Q3|e0|J1)[A-Za-z]\d/;

/** A code without the control characters that some scanners send around it. */
export function cleanScan(characters: string): string {
  const printable = [...characters].filter((character) => character >= ' ' || character === GROUP_SEPARATOR);
  return printable.join('').replace(SYMBOLOGY, '').trim();
}

export const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => ctrlKey || altKey || metaKey;

/** The character that a key types, if any. */
export function characterOf(event: KeyboardEvent): string | undefined {
  // Scanners send the separator of GS1 data as the keys that produce it: Ctrl and ].
  if (event.ctrlKey && event.key === ']') return GROUP_SEPARATOR;
  return event.key.length === 1 && !hasModifier(event) ? event.key : undefined;
}

/** How fast characters came, by the time at which their keys were pressed: a busy page handles them late. */
export class Rhythm {
  private count = 0;
  private startedAt = 0;
  private lastAt = 0;
  private isBroken = false;

  /** Keys of one burst follow each other at most this fast. */
  static readonly GAP_MS = 60;

  add(at: number): void {
    if (this.count === 0) this.startedAt = at;
    else if (at - this.lastAt > Rhythm.GAP_MS) this.isBroken = true;
    this.lastAt = at;
    this.count += 1;
  }

  /** Whether a key at this time belongs to the same burst. */
  continuesAt(at: number): boolean {
    return this.count > 0 && at - this.lastAt <= Rhythm.GAP_MS;
  }

  /** Whether all of it came without a pause, in so many milliseconds a key on average. */
  isFaster(perKey: number, endedAt = this.lastAt): boolean {
    const isWhole = this.count > 0 && !this.isBroken && endedAt - this.lastAt <= Rhythm.GAP_MS;
    return isWhole && endedAt - this.startedAt <= perKey * this.count;
  }
}
