import type { License } from '@longshore/contract';

export interface Placed {
  step: number;
  license: string;
  location: string;
}

export interface Refused {
  step: number;
  /** The plate, or what was scanned as one. */
  license: string;
  /** What was scanned as its bin, if anything was. */
  location: string;
  why: string;
}

/** A sitting of putting away: the plate that waits for its bin, and what became of the others. */
export interface Sitting {
  held: string;
  placed: readonly Placed[];
  refused: readonly Refused[];
  steps: number;
}

/** What became of a scan. */
export type Outcome =
  | { kind: 'held'; license: string }
  | { kind: 'placed'; plate: Pick<License, 'license' | 'locations'> }
  | { kind: 'refused'; license: string; location: string; why: string };

/** How many of the last ones stay in sight. */
const REMEMBERED = 5;

export const sameCode = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const newSitting = (held: string): Sitting => ({ held, placed: [], refused: [], steps: 0 });

/** The sitting after a scan. `leftOut` is what is said of a plate that gave way to the next before it had its bin. */
export function afterScan(sitting: Sitting, outcome: Outcome, leftOut: string): Sitting {
  const { held, placed, refused } = sitting;
  const step = sitting.steps + 1;
  switch (outcome.kind) {
    case 'refused': {
      const { license, location, why } = outcome;
      return { ...sitting, steps: step, refused: [...refused, { step, license, location, why }] };
    }
    case 'held': {
      const isLeft = held && !sameCode(held, outcome.license) && !refused.some((one) => sameCode(one.license, held));
      const left = isLeft ? [{ step, license: held, location: '', why: leftOut }] : [];
      return { ...sitting, steps: step, held: outcome.license, refused: [...refused, ...left] };
    }
    case 'placed': {
      const { license, locations } = outcome.plate;
      const entry = { step, license, location: locations[0]?.location ?? '' };
      return {
        held: '',
        placed: [entry, ...placed].slice(0, REMEMBERED),
        // It stands somewhere now: what went wrong with it before is settled.
        refused: refused.filter((one) => !sameCode(one.license, license)),
        steps: step,
      };
    }
  }
}

/** The plate whose bin is scanned next, if all goes well with the scans under way; empty when a plate is next. */
export const expectedAfter = (held: string, underWay: readonly string[]): string =>
  underWay.reduce((plate, code) => (plate && !sameCode(plate, code) ? '' : code), held);
