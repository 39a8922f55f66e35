import type { PackInput } from './packing.ts';
import { CARTON_UOMS, CONTAINERS_MAX } from './packing.ts';
import type { FulfilmentLine } from './shipment-record.ts';

/** What auto-packing needs to know of a line. */
export interface LineToPack {
  id: number;
  quantity: number;
  inventory: { uoms: readonly Pick<FulfilmentLine['inventory']['uoms'][number], 'name' | 'pivot'>[] };
  fulfillments?: readonly { lots: { expire: string | null } }[];
}

export interface PackedAll {
  containers: PackInput['containers'];
  /** Lines whose item has no unit named Carton or CTN: they are packed by hand. */
  unpacked: number[];
  /** Cartons that all this takes; none is made when there is no room for them. */
  needed: number;
}

const cartonOf = ({ inventory }: LineToPack) =>
  inventory.uoms.find(({ name }) => (CARTON_UOMS as readonly string[]).includes(name.trim().toLowerCase()));

/** The expiry date of what was fulfilled, when all of it has the same. */
function expiryOf({ fulfillments = [] }: LineToPack): string | null {
  const [first, ...others] = new Set(fulfillments.map(({ lots }) => lots.expire));
  return others.length ? null : (first ?? null);
}

/**
 * *PackAll*: every line into cartons of its own, as many units in each as the item's unit Carton or CTN holds; the last
 * one takes the rest. `drawId` makes the six characters of each carton, `room` is how many there may be.
 */
export function packAll(lines: readonly LineToPack[], drawId: () => string, room = CONTAINERS_MAX): PackedAll {
  const wanted = lines.filter(({ quantity }) => quantity > 0).map((line) => ({ line, carton: cartonOf(line) }));
  const packed: PackedAll = {
    containers: [],
    unpacked: wanted.filter(({ carton }) => !carton).map(({ line }) => line.id),
    needed: wanted.reduce(
      (sum, { line, carton }) => sum + (carton ? Math.ceil(line.quantity / carton.pivot.qty_per_base) : 0),
      0,
    ),
  };
  if (packed.needed > room) return packed;
  for (const { line, carton } of wanted) {
    if (!carton) continue;
    const { qty_per_base: units, length, width, height, weight } = carton.pivot;
    for (let left = line.quantity; left > 0; left -= units)
      packed.containers.push({
        id: drawId(),
        own_number: '',
        length,
        width,
        height,
        weight,
        contents: [{ lineId: line.id, quantity: Math.min(units, left), expire: expiryOf(line) }],
      });
  }
  return packed;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Six characters, none of which is mistaken for another when read aloud. `random` answers a number from 0 to below 1.
 */
export const cartonId = (length: number, random: () => number): string =>
  Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
