/** The papers of a shipment to a marketplace's warehouse, by the last part of their address below /docs/fba/pdf/. */
export const FBA_DOCUMENTS = [
  'prep',
  'shipment',
  'shipment-sku',
  'two-d-feed',
  'shipment/sm',
  'shipment-sku/sm',
] as const;
export type FbaDocumentName = (typeof FBA_DOCUMENTS)[number];
