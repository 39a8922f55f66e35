import type { ChangeWindow, MarketplaceDocument } from '../../modules/channels/index.ts';
import type { ZaloraOrder, ZaloraPackage, ZaloraProvider } from './shapes.ts';

/** A page of orders in a window of changes, in the order of their creation, from one moment on. */
export interface OrdersQuery {
  window: ChangeWindow;
  createdSince: Date | null;
  limit: number;
  offset: number;
}

export interface StatusChange {
  unitIds: readonly string[];
  method: string;
  provider: string;
  trackingNumber: string;
}

/** What the two generations of the Seller Center both can do. */
export interface SellerCenter {
  account(): Promise<string>;
  listOrders(query: OrdersQuery): Promise<ZaloraOrder[]>;
  readOrder(id: string): Promise<ZaloraOrder | undefined>;
  findOrder(number: string): Promise<ZaloraOrder | undefined>;
  packagesOf(order: ZaloraOrder): Promise<ZaloraPackage[]>;
  providers(): Promise<ZaloraProvider[]>;
  pack(change: StatusChange): Promise<void>;
  setReady(change: StatusChange & { packageId: string }): Promise<void>;
  document(kind: string, unitIds: readonly string[], ticket: string): Promise<MarketplaceDocument>;
  listWebhooks(): Promise<{ url: string; events: string[] }[]>;
  createWebhook(callbackUrl: string, events: readonly string[]): Promise<void>;
}
