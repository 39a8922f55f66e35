import { describe, expect, test } from 'vitest';
import {
  AISLE_METRES,
  BAY_METRES,
  depthOf,
  groupByWalk,
  type Layout,
  layoutOf,
  metresOf,
  minutesFor,
  type Spot,
  walkOver,
} from './walk-rules.ts';

const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const warehouse = (aisles: number, positions: number): Layout =>
  layoutOf(
    names.slice(0, aisles).flatMap((aisle) => [
      { aisle, position: 1 },
      { aisle, position: positions },
    ]),
  );

const xOf = ({ aisles }: Layout, { aisle }: Spot) => aisles.indexOf(aisle) * AISLE_METRES;

/** The shortest way between two places, and how far a given order of them is. */
function between(layout: Layout, one: Spot, other: Spot): number {
  const [y1, y2] = [depthOf(one.position), depthOf(other.position)];
  const across = Math.abs(xOf(layout, one) - xOf(layout, other));
  return across === 0 ? Math.abs(y1 - y2) : across + Math.min(y1 + y2, 2 * layout.depth - y1 - y2);
}
function lengthOf(layout: Layout, order: readonly Spot[]): number {
  const start = { aisle: layout.aisles[0] ?? '', position: 0 };
  const end = { aisle: layout.aisles.at(-1) ?? '', position: 0 };
  const all = [start, ...order, end];
  return all.slice(1).reduce((sum, spot, at) => sum + between(layout, all[at] as Spot, spot), 0);
}
function bruteForce(layout: Layout, spots: readonly Spot[]): number {
  const go = (taken: readonly Spot[], rest: readonly Spot[]): number =>
    rest.length === 0
      ? lengthOf(layout, taken)
      : Math.min(
          ...rest.map((spot) =>
            go(
              [...taken, spot],
              rest.filter((each) => each !== spot),
            ),
          ),
        );
  return go([], spots);
}

/** Numbers that look random and are the same in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
function randomSpots(random: (below: number) => number, { aisles }: Layout, positions: number, count: number): Spot[] {
  const spots = new Map<string, Spot>();
  for (let n = 0; n < count; n++) {
    const spot = { aisle: aisles[random(aisles.length)] ?? '', position: 1 + random(positions) };
    spots.set(`${spot.aisle}${spot.position}`, spot);
  }
  return [...spots.values()];
}

describe('the walk', () => {
  test('goes up one aisle and down the next, when all have stops along them', () => {
    const layout = warehouse(4, 10);
    const spots = ['A', 'B', 'C', 'D'].flatMap((aisle) => [2, 9].map((position) => ({ aisle, position })));
    expect(walkOver(layout, spots).spots.map(({ aisle, position }) => `${aisle}${position}`)).toEqual([
      'A2',
      'A9',
      'B9',
      'B2',
      'C2',
      'C9',
      'D9',
      'D2',
    ]);
  });

  test('turns round in an aisle whose only stop is near its end', () => {
    const layout = warehouse(3, 10);
    const walk = walkOver(layout, [{ aisle: 'B', position: 1 }]);
    expect(walk.metres).toBeCloseTo(2 * AISLE_METRES + 2 * BAY_METRES);
    expect(walk.path).toEqual([
      { x: 0, y: 0 },
      { x: AISLE_METRES, y: 0 },
      { x: AISLE_METRES, y: BAY_METRES },
      { x: AISLE_METRES, y: 0 },
      { x: 2 * AISLE_METRES, y: 0 },
    ]);
  });

  test('is no longer than the best of all orders, on 600 small maps', () => {
    const random = randomOf(27);
    let worst = 1;
    for (let n = 0; n < 600; n++) {
      const positions = 2 + random(9);
      const layout = warehouse(1 + random(5), positions);
      const spots = randomSpots(random, layout, positions, 1 + random(7));
      const best = bruteForce(layout, spots);
      const walk = walkOver(layout, spots);
      expect(walk.metres, JSON.stringify(spots)).toBeCloseTo(lengthOf(layout, walk.spots), 6);
      expect(walk.spots).toHaveLength(spots.length);
      worst = Math.max(worst, best === 0 ? 1 : walk.metres / best);
    }
    expect(worst).toBeLessThanOrEqual(1.25);
    expect(worst).toBeCloseTo(1, 6);
  });

  test('never gets shorter by another stop', () => {
    const random = randomOf(4);
    const layout = warehouse(8, 12);
    for (let n = 0; n < 200; n++) {
      const spots = randomSpots(random, layout, 12, 2 + random(20));
      expect(metresOf(layout, spots)).toBeGreaterThanOrEqual(metresOf(layout, spots.slice(1)) - 1e-6);
    }
  });

  test('knows no walk where no bin lies in an aisle', () => {
    expect(walkOver(layoutOf([]), [])).toEqual({ metres: 0, spots: [], path: [] });
    expect(metresOf(layoutOf([]), [{ aisle: '', position: 0 }])).toBe(0);
  });
});

test('aisles are in the order in which people count them', () => {
  const spots = ['B', 'A10', 'a2', 'A2'].map((aisle) => ({ aisle, position: 3 }));
  expect(layoutOf(spots)).toEqual({ aisles: ['a2', 'A10', 'B'], depth: 4 * BAY_METRES });
});

describe('shipments that are picked together', () => {
  const layout = warehouse(8, 12);
  const at = (id: number, aisle: string, weight = 1) => ({ id, weight, spots: [{ aisle, position: 6 }] });
  const ids = (shipments: readonly { id: number }[]) => shipments.map(({ id }) => id);

  test('are the first one and those that add least to its walk', () => {
    const far = { id: 2, weight: 1, spots: ['F', 'H'].map((aisle) => ({ aisle, position: 6 })) };
    const candidates = [at(1, 'C'), far, at(3, 'C'), at(4, 'A'), at(5, 'D')];
    expect(ids(groupByWalk(layout, candidates, { count: 3, maxWeight: 0 }))).toEqual([1, 3, 4]);
  });
  test('are no heavier than the cart carries', () => {
    const candidates = [at(1, 'C', 5), at(2, 'C', 6), at(3, 'H', 4)];
    expect(ids(groupByWalk(layout, candidates, { count: 3, maxWeight: 10 }))).toEqual([1, 3]);
    expect(ids(groupByWalk(layout, [at(1, 'C', 50)], { count: 3, maxWeight: 10 }))).toEqual([]);
  });
});

test('eight shipments together take less time than one after the other', () => {
  const alone = minutesFor({ metres: 1180, lines: 38, shipments: 8, starts: 8 });
  expect(Math.round(alone)).toBe(48);
  expect(Math.round(minutesFor({ metres: 412, lines: 38, shipments: 8, starts: 1 }))).toBe(21);
});
