import type { PaperCarton } from '../shipments/paper-shipment.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';

/** Different items that Amazon allows in a box with a 2D barcode. */
const ITEMS_MAX = 100;

/** `270131`. */
const dayCode = (day: string) => day.slice(2).replaceAll('-', '');

interface Packed {
  sku: string;
  quantity: number;
  expire: string | null;
}

/** The units of a carton by SKU and expiry. */
export function contentOf({ shipment }: FbaPaperShipment, { contents }: PaperCarton): Packed[] {
  const skuOf = new Map(shipment.lines.map(({ id, sku }) => [id, sku]));
  const packed = new Map<string, Packed>();
  for (const { line_id, quantity, expire } of contents) {
    const sku = skuOf.get(line_id) ?? '';
    const key = JSON.stringify([sku, expire]);
    packed.set(key, { sku, expire, quantity: (packed.get(key)?.quantity ?? 0) + quantity });
  }
  return [...packed.values()].filter(({ quantity }) => quantity > 0);
}

export type BoxContentText = { text: string } | { missing: readonly string[] };

/**
 * What the 2D barcode of a box says, in Amazon's published format ("2D barcodes for box content information"): `AMZN`, the
 * shipment as PO, then for each item its number and QTY; capitals, no spaces. EXP (YYMMDD) follows QTY as in the longer
 * form of that page, which Amazon's page of today does not show any more. Answers the SKUs that cannot be named.
 */
export function boxContentText(paper: FbaPaperShipment, carton: PaperCarton): BoxContentText {
  const content = contentOf(paper, carton);
  const missing = content.filter(({ sku }) => !/^[A-Z0-9]+$/.test(paper.codes[sku]?.value ?? '')).map(({ sku }) => sku);
  if (missing.length > 0) return { missing };
  const isNamed = /^FBA[A-Z0-9]+$/.test(paper.fbaId);
  if (!isNamed || content.length === 0 || content.length > ITEMS_MAX) return { missing: [] };
  const parts = content.map(({ sku, quantity, expire }) => {
    const code = paper.codes[sku];
    return `${code?.kind}:${code?.value},QTY:${quantity}${expire ? `,EXP:${dayCode(expire)}` : ''}`;
  });
  return { text: ['AMZN', `PO:${paper.fbaId}`, ...parts].join(',') };
}
