import type { WaveMap, WaveStop } from '@longshore/contract';
import { expect, test } from 'vitest';
import { drawMap } from './map-rules.ts';

const map: WaveMap = {
  aisles: [
    { aisle: 'A', x: 0 },
    { aisle: 'B', x: 5.6 },
  ],
  depth: 8.4,
  bays: [
    { aisle: 'A', position: 1, side: 'L', y: 2.8, fill: 'full' },
    { aisle: 'B', position: 2, side: 'R', y: 5.6, fill: 'empty' },
  ],
  path: [
    { x: 0, y: 0 },
    { x: 5.6, y: 8.4 },
  ],
};
const stop = (aisle: string, position: number, side: string) =>
  ({ number: 1, aisle, position, side, location: '', picks: [], done: false, location_id: 1 }) as WaveStop;

test('a stop lies on its bay, the path ends at the corners of the aisles', () => {
  const drawn = drawMap(map, [stop('b', 2, 'R'), stop('', 0, '')]);
  expect(drawn.marks).toHaveLength(1);
  const [mark] = drawn.marks;
  const bay = drawn.racks[1];
  expect([mark?.x, mark?.y]).toEqual([(bay?.x ?? 0) + 8, (bay?.y ?? 0) + 6.5]);
  expect(drawn.path.split(' ')[0]).toBe(`${drawn.start.x},${drawn.start.y}`);
  expect(drawn.path.split(' ')[1]?.split(',')[0]).toBe(String(drawn.end.x));
  // The front is at the bottom.
  expect(Number(drawn.path.split(' ')[1]?.split(',')[1])).toBeLessThan(drawn.end.y);
});
