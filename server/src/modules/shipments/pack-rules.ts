import { type FieldMessages, messageWith, type PackInput } from '@longshore/contract';
import { invalidFields, refused } from '../../platform/http/problem.ts';
import type { LockedShipment } from './shipments.store.ts';

type Carton = PackInput['containers'][number];

export function assertPackable({ direction }: Pick<LockedShipment, 'direction'>): void {
  if (direction !== 'outbound') throw refused(40006);
}

/** The number of a carton that was sent without one. */
const numberAt = (n: number) => `C${String(n + 1).padStart(5, '0')}`;

/** Every carton with a number of its own; throws 422 for a number that is used twice. */
function numbered(cartons: readonly Carton[], fields: FieldMessages): Carton[] {
  const known = new Set<string>();
  return cartons.map((carton, n) => {
    const id = carton.id || numberAt(n);
    if (known.has(id.toLowerCase())) fields[`containers.${n}.id`] = [`CartonIsTwice:${id}`];
    known.add(id.toLowerCase());
    return { ...carton, id };
  });
}

/**
 * The cartons to save. Throws 422 with everything that does not fit: a line of another shipment, a carton's number
 * used twice, and each line whose units in all cartons are not the line's quantity.
 */
export function decidePacking({ lines }: LockedShipment, { containers }: PackInput): Carton[] {
  const fields: FieldMessages = {};
  const cartons = numbered(containers, fields);
  const packed = new Map<number, number>();
  for (const [n, { contents }] of cartons.entries())
    for (const [place, { lineId, quantity }] of contents.entries()) {
      if (!lines.some(({ id }) => id === lineId))
        fields[`containers.${n}.contents.${place}.lineId`] = ['LineOfAnotherShipment'];
      packed.set(lineId, (packed.get(lineId) ?? 0) + quantity);
    }
  const wrong = lines.filter(({ id, quantity }) => (packed.get(id) ?? 0) !== quantity).map(({ item }) => item.sku);
  if (wrong.length) fields.containers = [...new Set(wrong)].map((sku) => messageWith('PackedIsNotShipped', sku));
  if (Object.keys(fields).length) throw invalidFields(fields);
  return cartons;
}
