import type { PaperShipment } from '../shipments/paper-shipment.ts';

/** How the marketplace knows a unit: by a number of its own, or by the code on the product. */
export interface FbaItemCode {
  kind: 'FNSKU' | 'ASIN' | 'UPC' | 'EAN' | 'ISBN';
  value: string;
}

/** What the papers of a shipment to a marketplace's warehouse are drawn from. */
export interface FbaPaperShipment {
  shipment: PaperShipment;
  /** `FBA15K7QXW2M`; empty until it exists there. */
  fbaId: string;
  /** `ONT8`. */
  warehouse: string;
  /** By our SKU; an item that the marketplace has not named has none. */
  codes: Readonly<Record<string, FbaItemCode>>;
}
