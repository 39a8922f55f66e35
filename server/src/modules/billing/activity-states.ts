import { BEGINNING, type Charge, dayAfter } from '@longshore/contract';
import { addDays } from './accrual/accrual-rules.ts';

/** What an activity is from a day on, until the next one. */
export interface ActivityState {
  valid_from: string;
  charge: Charge;
  is_active: boolean;
}

/** The days on which an activity charges; null: from the beginning, or without an end. */
export interface Validity {
  valid_from: string | null;
  valid_to: string | null;
}

type Facts = Pick<ActivityState, 'charge' | 'is_active'>;

/** The state of a day. The first one begins before every day. */
export function stateOn(states: readonly ActivityState[], day: string): ActivityState {
  const state = states.filter(({ valid_from }) => valid_from <= day).at(-1) ?? states[0];
  if (!state) throw new Error('An activity has a state.');
  return state;
}

/** Without those that say the same as the one before. */
const withoutRepeats = (states: readonly ActivityState[]): ActivityState[] =>
  states.filter(({ charge, is_active }, at) => {
    const before = states[at - 1];
    return !before || before.charge !== charge || before.is_active !== is_active;
  });

/** With a change from a day on: what is not changed stays as it was planned for later days. */
export function withChangeFrom(states: readonly ActivityState[], day: string, change: Partial<Facts>): ActivityState[] {
  const earlier = states.filter(({ valid_from }) => valid_from < day);
  const later = states.filter(({ valid_from }) => valid_from > day);
  const from = { ...stateOn(states, day), ...change, valid_from: day };
  return withoutRepeats([...earlier, from, ...later.map((state) => ({ ...state, ...change }))]);
}

/** The days of the stretch that is charged on a day, else of the next one, else of the last one there was. */
export function validityOn(states: readonly ActivityState[], day: string): Validity {
  const stretches: Validity[] = [];
  for (const [at, { valid_from, is_active }] of states.entries()) {
    const [last] = stretches.slice(-1);
    if (last && states[at - 1]?.is_active) {
      if (!is_active) last.valid_to = addDays(valid_from, -1);
    } else if (is_active) stretches.push({ valid_from: valid_from === BEGINNING ? null : valid_from, valid_to: null });
  }
  const current = stretches.find(({ valid_to }) => valid_to === null || valid_to >= day);
  return current ?? stretches.at(-1) ?? { valid_from: null, valid_to: null };
}

/** Charging on these days and on no others. */
export function withValidity(states: readonly ActivityState[], { valid_from, valid_to }: Validity): ActivityState[] {
  const active = states.map((state) => ({ ...state, is_active: true }));
  const begun = valid_from
    ? withChangeFrom(inactiveBefore(active, valid_from), valid_from, { is_active: true })
    : active;
  return withoutRepeats(valid_to ? withChangeFrom(begun, dayAfter(valid_to), { is_active: false }) : begun);
}

const inactiveBefore = (states: readonly ActivityState[], day: string): ActivityState[] =>
  states.map((state) => (state.valid_from < day ? { ...state, is_active: false } : state));
