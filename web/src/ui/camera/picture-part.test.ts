import { expect, test } from 'vitest';
import { visiblePart } from './picture-part.ts';

const WIDE = { width: 1280, height: 720 };
const TALL = { width: 720, height: 1280 };

test.each([
  ['a box of the same shape', WIDE, { width: 640, height: 360 }, { x: 0, y: 0, width: 1280, height: 720 }],
  ['a wide picture in a narrow box', WIDE, { width: 360, height: 360 }, { x: 280, y: 0, width: 720, height: 720 }],
  ['a tall picture in a wide box', TALL, { width: 360, height: 280 }, { x: 0, y: 360, width: 720, height: 560 }],
  [
    'a picture smaller than the box',
    { width: 320, height: 240 },
    { width: 640, height: 240 },
    { x: 0, y: 60, width: 320, height: 120 },
  ],
  ['a box that is not laid out', WIDE, { width: 0, height: 0 }, { x: 0, y: 0, width: 1280, height: 720 }],
])('%s', (_, picture, box, part) => {
  expect(visiblePart(picture, box)).toEqual(part);
});
