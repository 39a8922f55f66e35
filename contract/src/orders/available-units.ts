/** A line of an order, with what is left of it and how many units of its item are available. */
export interface LineToFill {
  id: number;
  inventory_id: number;
  leftover: number;
  available: number;
  /** Units ordered, and of which kit, for how many kits: components ship in their ratio. */
  quantity: number;
  kit_id: number | null;
  kit_quantity: number;
}

/** Units of each line that can ship now, by its id: lines of one item share what is available; kits ship whole. */
export function availableUnits(lines: readonly LineToFill[]): Map<number, number> {
  const free = new Map(lines.map(({ inventory_id, available }) => [inventory_id, Math.max(0, available)]));
  const units = new Map<number, number>();
  const take = ({ id, inventory_id }: LineToFill, wanted: number) => {
    units.set(id, wanted);
    free.set(inventory_id, (free.get(inventory_id) ?? 0) - wanted);
  };
  for (const line of lines) {
    if (units.has(line.id)) continue;
    if (line.kit_id === null) {
      take(line, Math.min(line.leftover, free.get(line.inventory_id) ?? 0));
      continue;
    }
    const parts = lines.filter(({ kit_id, quantity }) => kit_id === line.kit_id && quantity > 0);
    const perKit = (part: LineToFill) => part.quantity / Math.max(1, part.kit_quantity);
    const kits = Math.min(
      ...parts.map((part) => Math.floor(Math.min(part.leftover, free.get(part.inventory_id) ?? 0) / perKit(part))),
    );
    for (const part of parts) take(part, kits * perKit(part));
    if (!units.has(line.id)) units.set(line.id, 0);
  }
  return units;
}

export const sumOfUnits = (units: ReadonlyMap<number, number>): number =>
  [...units.values()].reduce((sum, each) => sum + each, 0);
