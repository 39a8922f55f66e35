import type { License } from '@longshore/contract';

export interface Placed {
  step: number;
  license: string;
  location: string;
}

export interface Refused {
  step: number;
  license: string;
  /** Empty when no bin was scanned. */
  location: string;
  why: string;
}

/** The state of the put-away dialog: the scanned plate that waits for its bin, and the results so far. */
export interface PutAwayState {
  held: string;
  placed: readonly Placed[];
  refused: readonly Refused[];
  steps: number;
}

/** The result of a scan. */
export type Outcome =
  | { kind: 'held'; license: string }
  | { kind: 'placed'; plate: Pick<License, 'license' | 'locations'> }
  | { kind: 'refused'; license: string; location: string; why: string };

/** How many of the latest results are shown. */
const SHOWN_MAX = 5;

export const sameCode = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const initialState = (held: string): PutAwayState => ({ held, placed: [], refused: [], steps: 0 });

/**
 * The state after a scan. `skippedReason` is shown for a plate that was replaced by the next one before its bin was
 * scanned.
 */
export function afterScan(state: PutAwayState, outcome: Outcome, skippedReason: string): PutAwayState {
  const { held, placed, refused } = state;
  const step = state.steps + 1;
  switch (outcome.kind) {
    case 'refused': {
      const { license, location, why } = outcome;
      return { ...state, steps: step, refused: [...refused, { step, license, location, why }] };
    }
    case 'held': {
      const isSkipped = held && !sameCode(held, outcome.license) && !refused.some((one) => sameCode(one.license, held));
      const left = isSkipped ? [{ step, license: held, location: '', why: skippedReason }] : [];
      return { ...state, steps: step, held: outcome.license, refused: [...refused, ...left] };
    }
    case 'placed': {
      const { license, locations } = outcome.plate;
      const entry = { step, license, location: locations[0]?.location ?? '' };
      return {
        held: '',
        placed: [entry, ...placed].slice(0, SHOWN_MAX),
        // The plate has a bin now, so its earlier failures no longer matter.
        refused: refused.filter((one) => !sameCode(one.license, license)),
        steps: step,
      };
    }
  }
}

/** The plate whose bin is expected next, assuming that the pending scans succeed; empty when a plate is expected. */
export const expectedAfter = (held: string, pendingCodes: readonly string[]): string =>
  pendingCodes.reduce((plate, code) => (plate && !sameCode(plate, code) ? '' : code), held);
