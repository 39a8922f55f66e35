import { DOCUMENTS_MAX, DocumentIds, PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { FeedType } from './fba.ts';

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

/** What decides whether a paper can be printed. */
export interface FbaPaperFacts {
  feedType: FeedType;
  isPacked: boolean;
  /** It has its number at the marketplace. */
  isThere: boolean;
  /** Its plan was taken back there: nothing may carry its number any more. */
  isVoided: boolean;
}

/** Why a paper cannot be printed. */
export const FBA_PAPER_REFUSALS = ['FbaPlanIsVoided', 'FbaOnlyFor2D', 'FbaNotCreated', 'FbaNotPacked'] as const;
export type FbaPaperRefusal = (typeof FBA_PAPER_REFUSALS)[number];

/** Undefined when it can be printed. Only the 2D barcodes need more than a plan. */
export function fbaPaperRefusal(name: FbaDocumentName, facts: FbaPaperFacts): FbaPaperRefusal | undefined {
  if (facts.isVoided) return 'FbaPlanIsVoided';
  if (name !== 'two-d-feed') return undefined;
  if (facts.feedType !== '2D_BARCODE') return 'FbaOnlyFor2D';
  if (!facts.isThere) return 'FbaNotCreated';
  return facts.isPacked ? undefined : 'FbaNotPacked';
}

const paper = <Name extends FbaDocumentName>(name: Name, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/docs/fba/pdf/${name}`,
    access: 'view_shipment_model',
    summary: `${summary}, as one PDF for up to ${DOCUMENTS_MAX} shipments to a marketplace. Counts as a print of each`,
    query: DocumentIds,
    response: PdfText,
    errors: [40001, 40005, 40006],
    // It counts the print.
    reads: false,
  });

export const fbaPapers = {
  prep: paper('prep', 'Pick and prep lists: what to take, and the number to stick on each unit'),
  shipment: paper('shipment', 'Boxes and what is in each'),
  shipmentBySku: paper('shipment-sku', 'Units of each SKU'),
  twoD: paper('two-d-feed', '2D barcodes of the contents, 4 × 6 inches, one per box'),
  shipmentSmall: paper('shipment/sm', 'Boxes and what is in each, 4 × 6 inches'),
  shipmentBySkuSmall: paper('shipment-sku/sm', 'Units of each SKU, 4 × 6 inches'),
};

/** The endpoint of each paper. */
export const fbaPaperEndpoints = {
  prep: fbaPapers.prep,
  shipment: fbaPapers.shipment,
  'shipment-sku': fbaPapers.shipmentBySku,
  'two-d-feed': fbaPapers.twoD,
  'shipment/sm': fbaPapers.shipmentSmall,
  'shipment-sku/sm': fbaPapers.shipmentBySkuSmall,
} satisfies Record<FbaDocumentName, unknown>;
