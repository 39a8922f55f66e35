import type { ExternalAddress, PartnerConnection } from '../channels/index.ts';

export interface InboundItem {
  sku: string;
  quantity: number;
  /** `YYYY-MM-DD`, of goods that expire. */
  expiresOn?: string;
  /** In answers: the marketplace's own number of the item (Amazon: FNSKU), which 2D barcodes name. */
  itemId?: string;
}

/** How the marketplace learns what is in a box: from us, from a barcode on it, or by opening it. */
export const BOX_CONTENTS = ['FEED', '2D_BARCODE', 'NONE'] as const;
export type BoxContent = (typeof BOX_CONTENTS)[number];

export interface InboundBox {
  /** Ours: 6 letters and digits. */
  id: string;
  length: string;
  width: string;
  height: string;
  unit: 'IN' | 'CM';
  weight: string;
  weightUnit: 'LB' | 'KG';
  items: readonly InboundItem[];
}

/** What the partner does asynchronously is an operation: its state is polled until it has ended. */
export interface Operation {
  state: 'running' | 'done' | 'failed';
  problems: readonly { severity: 'warning' | 'error'; code: string; message: string }[];
}

export interface Placement {
  id: string;
  state: 'offered' | 'accepted' | 'expired';
  shipmentIds: readonly string[];
  /** What the marketplace takes for it; a decimal, exact. */
  fee: string;
  currency: string;
  expiresAt: Date | null;
}

export interface InboundShipment {
  id: string;
  /** What people and labels call it (`FBA15…`); empty until the placement is accepted. */
  confirmationId: string;
  state: string;
  destination: ExternalAddress & { warehouseId: string };
  items: readonly InboundItem[];
  /** The transport that was accepted; empty when none was. */
  transportId: string;
}

export interface Transport {
  id: string;
  shipmentId: string;
  carrier: string;
  /** The marketplace's own carrier, whose price it says. */
  isPartnered: boolean;
  mode: string;
  /** A decimal, exact; null for a carrier of ours. */
  cost: string | null;
  currency: string;
  expiresAt: Date | null;
  voidableUntil: Date | null;
  /** A window of delivery must be chosen first. */
  needsDeliveryWindow: boolean;
}

/** The operation that a call has started. It is stored before anything else is done. */
export interface StartedOperation {
  operationId: string;
}

/** A marketplace whose warehouses receive our shipments. Every call that begins an operation is a write. Errors are `PartnerProblem`s. */
export interface InboundPartner {
  /** The code of the connection. */
  code: number;
  /** The seller's account accepts what the invitation gave. */
  verify(connection: PartnerConnection): Promise<{ account: string }>;
  operation(connection: PartnerConnection, operationId: string): Promise<Operation>;
  /** `name` is ours and different for every attempt, so that a plan whose answer was lost can be found. */
  createPlan(
    connection: PartnerConnection,
    plan: { name: string; from: ExternalAddress; items: readonly InboundItem[] },
  ): Promise<StartedOperation & { planId: string }>;
  findPlan(connection: PartnerConnection, name: string): Promise<string | undefined>;
  generatePlacements(connection: PartnerConnection, planId: string): Promise<StartedOperation>;
  placements(connection: PartnerConnection, planId: string): Promise<readonly Placement[]>;
  acceptPlacement(connection: PartnerConnection, planId: string, placementId: string): Promise<StartedOperation>;
  shipment(connection: PartnerConnection, planId: string, shipmentId: string): Promise<InboundShipment>;
  sendBoxes(
    connection: PartnerConnection,
    planId: string,
    shipment: { id: string; content: BoxContent; boxes: readonly InboundBox[] },
  ): Promise<StartedOperation>;
  generateTransports(
    connection: PartnerConnection,
    planId: string,
    order: {
      placementId: string;
      shipmentIds: readonly string[];
      readyAt: Date;
      contact: { name: string; phone: string; email: string };
    },
  ): Promise<StartedOperation>;
  transports(connection: PartnerConnection, planId: string, shipmentId: string): Promise<readonly Transport[]>;
  generateDeliveryWindows(connection: PartnerConnection, planId: string, shipmentId: string): Promise<StartedOperation>;
  deliveryWindows(
    connection: PartnerConnection,
    planId: string,
    shipmentId: string,
  ): Promise<readonly { id: string; from: Date; until: Date }[]>;
  acceptDeliveryWindow(
    connection: PartnerConnection,
    planId: string,
    shipmentId: string,
    windowId: string,
  ): Promise<StartedOperation>;
  /** All shipments of the plan must be named at once. */
  acceptTransports(
    connection: PartnerConnection,
    planId: string,
    chosen: readonly { shipmentId: string; transportId: string }[],
  ): Promise<StartedOperation>;
  /** Cancels the whole plan. */
  cancelPlan(connection: PartnerConnection, planId: string): Promise<StartedOperation>;
  /** The partner's own ids of the boxes, in the order of ours; known once the transport is accepted. */
  boxIds(connection: PartnerConnection, planId: string, shipmentId: string): Promise<readonly string[]>;
  /** Of a carrier of ours. */
  sendTracking(
    connection: PartnerConnection,
    planId: string,
    shipmentId: string,
    boxes: readonly { boxId: string; trackingNumber: string }[],
  ): Promise<StartedOperation>;
  /** Box labels as a PDF (or a ZIP of them): `letter` has two on a page, `thermal` is 4 × 6 inches. */
  labels(
    connection: PartnerConnection,
    order: { confirmationId: string; boxIds: readonly string[]; paper: 'letter' | 'thermal' },
  ): Promise<Buffer>;
  /** The carton feed (XML), for those that want one besides the boxes. */
  submitFeed(
    connection: PartnerConnection,
    feed: { confirmationId: string; boxes: readonly InboundBox[] },
  ): Promise<{ feedId: string }>;
  feed(
    connection: PartnerConnection,
    feedId: string,
  ): Promise<{
    state: 'waiting' | 'done' | 'failed' | 'cancelled';
    startedAt: Date | null;
    endedAt: Date | null;
    report: string;
  }>;
  /** Only before it is processed; throws `refused` otherwise. */
  cancelFeed(connection: PartnerConnection, feedId: string): Promise<void>;
}

declare module '../../platform/module.ts' {
  interface Module {
    inboundPartners?: readonly InboundPartner[];
  }
}
