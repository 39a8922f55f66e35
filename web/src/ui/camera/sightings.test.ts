import { expect, test } from 'vitest';
import type { SeenCode } from './seen-code.ts';
import { AWAY_MS, NOTHING_SEEN, seePicture } from './sightings.ts';

const MIDDLE = { x: 100, y: 100 };

const code = (text: string, x = MIDDLE.x, isSure = true): SeenCode => ({ text, isSure, x, y: MIDDLE.y });
const A = code('A');
const B = code('B');
const BESIDE_A = code('A', 180);
const BESIDE_B = code('B', 20);
/** Of a kind without a check digit. */
const ITF = code('12345678', MIDDLE.x, false);
const PART_OF_ITF = code('345678', MIDDLE.x, false);

/** Pictures with the time at which each was taken. */
type Pictures = [at: number, ...codes: SeenCode[]][];

const cases: [string, Pictures, string[]][] = [
  ['nothing in sight', [[0], [100]], []],
  ['a code comes into sight and stays', [[0], [100, A], [200, A], [300, A]], ['A']],
  ['it stays for long', Array.from({ length: 60 }, (_, at): Pictures[number] => [at * 200, A]), ['A']],
  ['some pictures do not show it', [[0, A], [100], [AWAY_MS - 1], [AWAY_MS - 1, A], [2 * AWAY_MS - 2, A]], ['A']],
  ['it was away for long enough', [[0, A], [AWAY_MS], [AWAY_MS + 100, A]], ['A', 'A']],
  [
    'pictures come slowly',
    [
      [0, A],
      [3 * AWAY_MS, A],
    ],
    ['A'],
  ],
  [
    'one after the other',
    [
      [0, A],
      [100, B],
      [200, B],
    ],
    ['A', 'B'],
  ],
  [
    'back to the first one at once',
    [
      [0, A],
      [100, B],
      [200, A],
    ],
    ['A', 'B'],
  ],
  [
    'two in sight: the one in the middle',
    [
      [0, BESIDE_A, B],
      [100, B, BESIDE_A],
    ],
    ['B'],
  ],
  [
    'the other one comes to the middle, and the first stays in sight for long',
    [
      [0, A, BESIDE_B],
      [100, BESIDE_A, B],
      [100 + AWAY_MS, BESIDE_A, B],
      [200 + AWAY_MS, A, BESIDE_B],
    ],
    ['A', 'B'],
  ],
  ['one that is only beside the middle is taken when nothing else is there', [[0, BESIDE_B]], ['B']],
  ['without a check digit one picture is not enough', [[0, ITF], [100]], []],
  [
    'without a check digit two pictures are',
    [
      [0, ITF],
      [100, ITF],
      [200, ITF],
    ],
    ['12345678'],
  ],
  [
    'a part of it was read once',
    [
      [0, PART_OF_ITF],
      [100, ITF],
      [200, ITF],
    ],
    ['12345678'],
  ],
];

test.each(cases)('%s', (_, pictures, expected) => {
  let sightings = NOTHING_SEEN;
  const taken = pictures.flatMap(([at, ...codes]) => {
    const { code: found, after } = seePicture(sightings, codes, MIDDLE, at);
    sightings = after;
    return found ?? [];
  });
  expect(taken).toEqual(expected);
});
