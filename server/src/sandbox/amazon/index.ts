import { type Answer, type Call, json, type Partner, type PartnerTools, type SandboxApp } from '../kit/partner.ts';
import type { ShopFront } from '../kit/shop-front.ts';
import { keyFor } from '../kit/values.ts';
import { issueToken, sellerOf } from './authenticate.ts';
import { AmazonError } from './errors.ts';
import { cancelFeed, createDocument, createFeed, readDocument, readFeed, storage } from './feeds.ts';
import { downloadLabels, getLabels, refusedByStorage } from './labels.ts';
import { Buckets, type UsagePlan } from './limits.ts';
import { endForgotten, lookAtOperation, type SellerAnswer, type SellerCall } from './operations.ts';
import {
  cancelPlan,
  confirmPlacement,
  createPlan,
  generatePlacements,
  listPlacements,
  listPlanItems,
  listPlans,
  listShipmentItems,
  readPlan,
  readShipment,
} from './plans.ts';
import { AmazonSeller } from './seller.ts';
import {
  confirmTransports,
  confirmWindow,
  generateTransports,
  generateWindows,
  listBoxes,
  listTransports,
  listWindows,
  setPacking,
  updateTracking,
} from './transport.ts';

interface Route {
  method: string;
  path: RegExp;
  /** As the model names it; failures in tests can name it, too. */
  operation: string;
  plan: UsagePlan;
  handle: (sellerCall: SellerCall) => SellerAnswer | Promise<SellerAnswer>;
}

const CORE: UsagePlan = { perSecond: 2, burst: 2 };
const READ: UsagePlan = { perSecond: 2, burst: 6 };
const MANY: UsagePlan = { perSecond: 2, burst: 30 };

/** `:id` matches one part of the path. */
function route(address: string, operation: string, plan: UsagePlan, handle: Route['handle']): Route {
  const [method = '', path = ''] = address.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll(':id', '([^/]+)')}$`), operation, plan, handle };
}

const INBOUND = '/inbound/fba/2024-03-20';
const PLAN = `${INBOUND}/inboundPlans/:id`;
const SHIPMENT = `${PLAN}/shipments/:id`;
const FEEDS = '/feeds/2021-06-30';

const ROUTES: Route[] = [
  route(`GET ${INBOUND}/operations/:id`, 'getInboundOperationStatus', READ, lookAtOperation),
  route(`GET ${INBOUND}/inboundPlans`, 'listInboundPlans', READ, listPlans),
  route(`POST ${INBOUND}/inboundPlans`, 'createInboundPlan', CORE, createPlan),
  route(`GET ${PLAN}`, 'getInboundPlan', READ, readPlan),
  route(`GET ${PLAN}/items`, 'listInboundPlanItems', READ, listPlanItems),
  route(`PUT ${PLAN}/cancellation`, 'cancelInboundPlan', CORE, cancelPlan),
  route(`POST ${PLAN}/placementOptions`, 'generatePlacementOptions', CORE, generatePlacements),
  route(`GET ${PLAN}/placementOptions`, 'listPlacementOptions', READ, listPlacements),
  route(`POST ${PLAN}/placementOptions/:id/confirmation`, 'confirmPlacementOption', CORE, confirmPlacement),
  route(`POST ${PLAN}/packingInformation`, 'setPackingInformation', CORE, setPacking),
  route(`POST ${PLAN}/transportationOptions`, 'generateTransportationOptions', CORE, generateTransports),
  route(`GET ${PLAN}/transportationOptions`, 'listTransportationOptions', READ, listTransports),
  route(`POST ${PLAN}/transportationOptions/confirmation`, 'confirmTransportationOptions', CORE, confirmTransports),
  route(`GET ${SHIPMENT}`, 'getShipment', READ, readShipment),
  route(`GET ${SHIPMENT}/items`, 'listShipmentItems', MANY, listShipmentItems),
  route(`GET ${SHIPMENT}/boxes`, 'listShipmentBoxes', MANY, listBoxes),
  route(`POST ${SHIPMENT}/deliveryWindowOptions`, 'generateDeliveryWindowOptions', MANY, generateWindows),
  route(`GET ${SHIPMENT}/deliveryWindowOptions`, 'listDeliveryWindowOptions', MANY, listWindows),
  route(`POST ${SHIPMENT}/deliveryWindowOptions/:id/confirmation`, 'confirmDeliveryWindowOptions', MANY, confirmWindow),
  route(`PUT ${SHIPMENT}/trackingDetails`, 'updateShipmentTrackingDetails', CORE, updateTracking),
  route('GET /fba/inbound/v0/shipments/:id/labels', 'getLabels', MANY, getLabels),
  route(`POST ${FEEDS}/documents`, 'createFeedDocument', { perSecond: 0.5, burst: 15 }, createDocument),
  route(`GET ${FEEDS}/documents/:id`, 'getFeedDocument', { perSecond: 0.0222, burst: 10 }, readDocument),
  route(`POST ${FEEDS}/feeds`, 'createFeed', { perSecond: 0.0083, burst: 15 }, createFeed),
  route(`GET ${FEEDS}/feeds/:id`, 'getFeed', { perSecond: 2, burst: 15 }, readFeed),
  route(`DELETE ${FEEDS}/feeds/:id`, 'cancelFeed', { perSecond: 2, burst: 15 }, cancelFeed),
];

/** Imitates Amazon's Selling Partner API for inbound shipments, with its login, its feeds and the hosts of its files. */
export class Amazon implements Partner {
  readonly slug = 'amazon';
  readonly sellers: AmazonSeller[] = [];
  private readonly demo: AmazonSeller;
  private readonly buckets = new Buckets();
  private baseUrl = '';
  private requests = 0;

  constructor({ firstId }: PartnerTools) {
    this.demo = this.addSeller({ slug: 'demo-amazon', ...(firstId === undefined ? {} : { firstId }) });
  }

  addSeller(options: ConstructorParameters<typeof AmazonSeller>[0]): AmazonSeller {
    const seller = new AmazonSeller(options);
    this.sellers.push(seller);
    return seller;
  }

  /** Nobody buys here: goods are sent to it. */
  fronts(): ShopFront[] {
    return [];
  }

  credentials(): Record<string, string> {
    return { key_1: this.demo.sellerId, access_token: this.demo.refreshToken };
  }

  app(): SandboxApp {
    return {
      clientId: keyFor('amzn1.application-oa2-client.', 'demo'),
      clientSecret: keyFor('amzn1.oa2-cs.v1.', 'demo'),
      developerName: 'Longshore Demo',
      developerId: '1234-5678-9012',
    };
  }

  mountedAt(url: string): void {
    this.baseUrl = url;
  }

  operations(call: Call): string[] {
    const found = this.find(call);
    return found ? [found.route.operation] : [];
  }

  async answer(call: Call): Promise<Answer> {
    if (call.path === '/auth/o2/token') return issueToken(this.sellers, this.app(), call);
    const file = this.fileAnswer(call);
    if (file) return file;
    const found = this.find(call);
    const headers: Record<string, string> = { 'x-amzn-requestid': `sandbox-${++this.requests}` };
    if (found) headers['x-amzn-ratelimit-limit'] = String(found.route.plan.perSecond);
    try {
      if (!found) throw new AmazonError(403, 'Unauthorized', 'Access to requested resource is denied.');
      const seller = sellerOf(this.sellers, call);
      this.buckets.take(seller, found.route.operation, found.route.plan, call.at);
      const sellerCall = { seller, call, ids: found.ids, baseUrl: this.baseUrl };
      endForgotten(sellerCall);
      const { status, value } = await found.route.handle(sellerCall);
      return value === undefined ? { status, headers, body: '' } : json(status, value, headers);
    } catch (error) {
      if (error instanceof AmazonError) return error.answer(headers);
      throw error;
    }
  }

  private find(call: Call): { route: Route; ids: string[] } | undefined {
    for (const each of ROUTES) {
      const match = each.method === call.method ? each.path.exec(call.path) : null;
      if (match) return { route: each, ids: match.slice(1) };
    }
    return undefined;
  }

  /** Presigned addresses are of other hosts, which know no tokens. */
  private fileAnswer(call: Call): Answer | undefined {
    const [, host, slug, name = ''] = /^\/(label-host|feed-host)\/([^/]+)\/([^/]+)/.exec(call.path) ?? [];
    if (!host) return undefined;
    const seller = this.sellers.find((each) => each.slug === slug);
    if (!seller) return refusedByStorage();
    return host === 'label-host' ? downloadLabels(seller, name, call) : storage(seller, name, call);
  }
}
