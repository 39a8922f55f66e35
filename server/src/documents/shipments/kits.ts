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

/** What the lines of a kit hold beyond its complete kits. */
const beyondKits = (lines: readonly PaperLine[], { kits }: { kits: number }, complete: number): PaperLine[] =>
  lines
    .map((line) => ({ ...line, quantity: line.quantity - (kits ? (complete * line.ordered) / kits : 0) }))
    .filter(({ quantity }) => quantity > 0);

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
    rest.push(...beyondKits(components, kit, quantity));
  }
  return { kits, lines: rest };
}
