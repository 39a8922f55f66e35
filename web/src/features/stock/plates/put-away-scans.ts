import type { MovedLicense } from '@longshore/contract';
import type { PendingCommand, PendingState } from '../../../lib/kept-scans.ts';

/** A plate that was put away, with what is needed to move it back. */
export interface Placed {
  step: number;
  at: number;
  plateId: number;
  license: string;
  location: { id: number; location: string };
  /** Null when it was in no bin. */
  from: { id: number; location: string } | null;
  /** False when it already was there, so that there is nothing to undo. */
  hasMoved: boolean;
  isUndone: boolean;
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
  placedCount: number;
  refused: readonly Refused[];
  steps: number;
}

/** What the queue executes: a scanned code, or taking an earlier result back. */
export type PutAwayInput = { kind: 'scan'; code: string } | { kind: 'undo'; entry: Placed };

/** The result of a scan. */
export type Outcome =
  | { kind: 'held'; license: string }
  | { kind: 'placed'; plate: Pick<MovedLicense, 'id' | 'license' | 'locations' | 'has_moved' | 'moved_from'> }
  | { kind: 'undone'; step: number }
  | { kind: 'refused'; license: string; location: string; why: string };

/** How many of the latest results are shown. */
const SHOWN_MAX = 6;

export const sameCode = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const initialState = (held: string): PutAwayState => ({
  held,
  placed: [],
  placedCount: 0,
  refused: [],
  steps: 0,
});

/**
 * The state after a scan. `skippedReason` is shown for a plate that was replaced by the next one before its bin was
 * scanned.
 */
export function afterScan(state: PutAwayState, outcome: Outcome, skippedReason: string, at = 0): PutAwayState {
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
    case 'undone': {
      const mark = (entry: Placed) => (entry.step === outcome.step ? { ...entry, isUndone: true } : entry);
      return { ...state, steps: step, placed: placed.map(mark), placedCount: state.placedCount - 1 };
    }
    case 'placed': {
      const { id, license, locations, has_moved, moved_from } = outcome.plate;
      const { id: locationId, location } = locations[0] ?? { id: 0, location: '' };
      const entry = {
        step,
        at,
        plateId: id,
        license,
        location: { id: locationId, location },
        from: moved_from,
        hasMoved: has_moved,
        isUndone: false,
      };
      return {
        held: '',
        placed: [entry, ...placed].slice(0, SHOWN_MAX),
        placedCount: state.placedCount + 1,
        // The plate has a bin now, so its earlier failures no longer matter.
        refused: refused.filter((one) => !sameCode(one.license, license)),
        steps: step,
      };
    }
  }
}

/** Pending scans as the pairs that they will form if all succeed. */
export interface PendingPair {
  /** To cancel them. */
  keys: string[];
  license: string;
  location: string;
  state: PendingState;
}

/** The pairs that pending scans will form, after the plate that is held now. */
export function pairsOf(held: string, pending: readonly PendingCommand<PutAwayInput>[]): PendingPair[] {
  const pairs: PendingPair[] = [];
  let plate = held;
  for (const { key, input, state } of pending) {
    if (input.kind === 'undo') continue;
    const last = pairs.at(-1);
    if (plate && !sameCode(plate, input.code)) {
      const isOfLast = last && last.location === '' && sameCode(last.license, plate);
      if (isOfLast) Object.assign(last, { location: input.code, keys: [...last.keys, key] });
      else pairs.push({ keys: [key], license: plate, location: input.code, state });
      plate = '';
    } else {
      pairs.push({ keys: [key], license: input.code, location: '', state });
      plate = input.code;
    }
  }
  return pairs;
}

/** The plate whose bin is expected next, assuming that the pending scans succeed; empty when a plate is expected. */
export const expectedAfter = (held: string, pendingCodes: readonly string[]): string =>
  pendingCodes.reduce((plate, code) => (plate && !sameCode(plate, code) ? '' : code), held);
