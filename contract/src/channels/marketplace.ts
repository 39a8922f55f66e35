import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Flag, FlagIn, idOf, required } from '../kit/scalars.ts';

export const MARKETPLACE_METHODS = ['dropship', 'pickup', 'send_to_warehouse'] as const;
export type MarketplaceMethod = (typeof MARKETPLACE_METHODS)[number];
export const MARKETPLACE_DOCUMENTS = ['invoice', 'shippingLabel', 'carrierManifest'] as const;
export type MarketplaceDocumentKind = (typeof MARKETPLACE_DOCUMENTS)[number];

/** A carrier of the marketplace, by the names that the specification gives its fields. */
export const MarketplaceProvider = z.object({
  Name: z.string(),
  /** 1: the marketplace gives the tracking number. */
  ApiIntegration: Flag,
  /** Where parcels can be followed; empty when unknown. */
  tracking: z.string(),
  is_default: z.boolean(),
});
export type MarketplaceProvider = z.output<typeof MarketplaceProvider>;

export const MarketplaceFulfilInput = z
  .object({
    method: z.enum(MARKETPLACE_METHODS),
    provider: required('ProviderIsRequired', 200),
    /** 1: our own carrier; the shipment's waybill is the tracking number. */
    isOwnCarrier: FlagIn.default(0),
  })
  .meta({ example: { method: 'dropship', provider: 'Ninja Van', isOwnCarrier: 0 } });
export type MarketplaceFulfilInput = z.output<typeof MarketplaceFulfilInput>;

export const MarketplaceDocument = z.object({
  kind: z.enum(MARKETPLACE_DOCUMENTS),
  state: z.enum(['waiting', 'ready', 'refused']),
  /** Prints it; works for some minutes, also while the document is not ready: then it says so. */
  url: z.string(),
  problem: z.string(),
  problem_key: z.string(),
});
export type MarketplaceDocument = z.output<typeof MarketplaceDocument>;

/** How far a shipment is at the marketplace of its order. */
export const MarketplaceFulfilment = z.object({
  /** none: nobody has asked for it yet. */
  state: z.enum(['none', 'waiting', 'done', 'refused']),
  /** What was chosen; before that, what the marketplace has decided. */
  method: z.enum(MARKETPLACE_METHODS),
  provider: z.string(),
  isOwnCarrier: Flag,
  tracking_number: z.string(),
  problem: z.string(),
  problem_key: z.string(),
  documents: z.array(MarketplaceDocument),
});
export type MarketplaceFulfilment = z.output<typeof MarketplaceFulfilment>;

const params = { id: idOf('shipments', 40001) };

/** The calls of the specification for shipments of a marketplace's orders. */
export const marketplace = {
  get: endpoint({
    method: 'GET',
    path: '/shipments/:id/zalora',
    access: 'view_shipment_model',
    summary: 'How far a shipment is at the marketplace, with its documents',
    params,
    response: MarketplaceFulfilment,
    errors: [40001, 90001],
  }),
  providers: endpoint({
    method: 'GET',
    path: '/shipments/:id/zalora/providers',
    access: 'fulfill_shipment',
    summary: "The marketplace's carriers for a shipment",
    params,
    response: z.array(MarketplaceProvider),
    errors: [40001, 90001, 90003, 90009],
  }),
  fulfil: endpoint({
    method: 'PUT',
    path: '/shipments/:id/zalora/fulfill',
    access: 'fulfill_shipment',
    summary: 'Pack the units of a shipment at the marketplace and set them to ready; repeated, it changes nothing',
    params,
    body: MarketplaceFulfilInput,
    response: MarketplaceFulfilment,
    errors: [40001, 90001, 90009, 90013],
  }),
};
