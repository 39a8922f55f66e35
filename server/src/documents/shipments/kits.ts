import type { PaperLine } from './paper-shipment.ts';

export interface KitRow {
  sku: string;
  name: string;
  quantity: number;
}

/** How many complete kits the lines of a shipment hold: none when a component is not among them. */
function countKits(lines: readonly PaperLine[], { kits, parts }: { kits: number; parts: number }): number {
  if (kits === 0 || lines.length < parts) return 0;
  return Math.min(...lines.map(({ quantity, ordered }) => (ordered ? Math.floor((quantity * kits) / ordered) : 0)));
}

/** The lines of a kit are counted as kits; units beyond complete kits, and lines without a kit, stay lines. */
export function splitKits(lines: readonly PaperLine[]): { kits: KitRow[]; lines: PaperLine[] } {
  const byKit = new Map<number, PaperLine[]>();
  const rest: PaperLine[] = [];
  for (const line of lines)
    if (line.kit) byKit.set(line.kit.id, [...(byKit.get(line.kit.id) ?? []), line]);
    else rest.push(line);
  const kits: KitRow[] = [];
  for (const components of byKit.values()) {
    const kit = components[0]?.kit;
    if (!kit) continue;
    const quantity = countKits(components, kit);
    if (quantity > 0) kits.push({ sku: kit.sku, name: kit.name, quantity });
    for (const line of components) {
      const left = line.quantity - (kit.kits ? (quantity * line.ordered) / kit.kits : 0);
      if (left > 0) rest.push({ ...line, quantity: left });
    }
  }
  return { kits, lines: rest };
}
