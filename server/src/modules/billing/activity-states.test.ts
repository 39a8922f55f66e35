import { BEGINNING } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { type ActivityState, stateOn, validityOn, withChangeFrom, withValidity } from './activity-states.ts';

const always: ActivityState[] = [{ valid_from: BEGINNING, charge: 'Month-End', is_active: true }];
const brief = (states: readonly ActivityState[]) =>
  states.map(({ valid_from, charge, is_active }) => `${valid_from} ${charge}${is_active ? '' : ' off'}`);

describe('the states of an activity', () => {
  test.each<[string, ActivityState[], string[]]>([
    [
      'disabled from a day on',
      withChangeFrom(always, '2026-05-01', { is_active: false }),
      ['1900-01-01 Month-End', '2026-05-01 Month-End off'],
    ],
    [
      'another charge from a day on',
      withChangeFrom(always, '2026-05-01', { charge: 'Daily-Cubic' }),
      ['1900-01-01 Month-End', '2026-05-01 Daily-Cubic'],
    ],
    [
      'a planned end stays, with the new charge',
      withChangeFrom(withValidity(always, { valid_from: null, valid_to: '2026-12-31' }), '2026-05-01', {
        charge: 'Manual',
      }),
      ['1900-01-01 Month-End', '2026-05-01 Manual', '2027-01-01 Manual off'],
    ],
    [
      'changed twice for the same day',
      withChangeFrom(withChangeFrom(always, '2026-05-01', { charge: 'Manual' }), '2026-05-01', { charge: 'Month-End' }),
      ['1900-01-01 Month-End'],
    ],
    [
      'limited to some days',
      withValidity(always, { valid_from: '2026-02-01', valid_to: '2026-02-28' }),
      ['1900-01-01 Month-End off', '2026-02-01 Month-End', '2026-03-01 Month-End off'],
    ],
    [
      'limited again',
      withValidity(withValidity(always, { valid_from: '2026-02-01', valid_to: '2026-02-28' }), {
        valid_from: null,
        valid_to: null,
      }),
      ['1900-01-01 Month-End'],
    ],
  ])('%s', (_name, states, expected) => {
    expect(brief(states)).toEqual(expected);
  });

  test('say on which days it charges', () => {
    const limited = withValidity(always, { valid_from: '2026-02-01', valid_to: '2026-02-28' });
    for (const day of ['2026-01-01', '2026-02-14', '2026-08-01'])
      expect(validityOn(limited, day)).toEqual({ valid_from: '2026-02-01', valid_to: '2026-02-28' });
    expect(validityOn(always, '2026-01-01')).toEqual({ valid_from: null, valid_to: null });
    expect(stateOn(limited, '2026-02-28').is_active).toBe(true);
    expect(stateOn(limited, '2026-03-01').is_active).toBe(false);
  });
});
