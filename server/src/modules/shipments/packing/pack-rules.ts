import { CARTON_ID_LENGTH, cartonId, type FieldMessages, messageWith, type PackInput } from '@longshore/contract';
import { invalidFields, refused } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { LockedShipment } from '../locked-shipment.ts';

type Carton = PackInput['containers'][number];

export function assertPackable({ direction }: Pick<LockedShipment, 'direction'>): void {
  if (direction !== 'outbound') throw refused(40006);
}

/** The id of a carton that was sent without one. */
export function drawCartonId(ids: Ids): string {
  const bytes = Buffer.from(ids.token(), 'base64url');
  let at = 0;
  return cartonId(CARTON_ID_LENGTH, () => (bytes[at++] ?? 0) / 256);
}

/** Every carton with an id of its own; reports an id that is used twice. */
function withIds(cartons: readonly Carton[], fields: FieldMessages, drawId: () => string): Carton[] {
  const known = new Set<string>();
  for (const [n, { id }] of cartons.entries()) {
    if (id && known.has(id.toLowerCase())) fields[`containers.${n}.id`] = [`CartonIsTwice:${id}`];
    known.add(id.toLowerCase());
  }
  const drawUnused = (): string => {
    const id = drawId();
    if (known.has(id.toLowerCase())) return drawUnused();
    known.add(id.toLowerCase());
    return id;
  };
  return cartons.map((carton) => ({ ...carton, id: carton.id || drawUnused() }));
}

/**
 * The cartons to save; one without an id is given one. Throws 422 with everything that does not fit: a line of another
 * shipment, an id used twice, and each line whose units in all cartons are not the line's quantity.
 */
export function decidePacking({ lines }: LockedShipment, { containers }: PackInput, drawId: () => string): Carton[] {
  const fields: FieldMessages = {};
  const cartons = withIds(containers, fields, drawId);
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
