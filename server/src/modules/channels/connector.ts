import type { CompanyPartnerSlug, CredentialField, Language } from '@longshore/contract';
import type { PartnerApp } from '../../platform/outgoing/partner-settings.ts';
import type { PartnerProblem } from './partner-problem.ts';

/** Words of a partner are declared with it, in every language: a new partner touches no other folder. */
export type Words = Readonly<Record<Language, string>>;

/** A field of the connection's form. */
export interface PartnerField {
  field: CredentialField;
  label: Words;
  /** `secret`: encrypted at rest and never answered; `url`: the address of the client's own shop. */
  kind: 'secret' | 'text' | 'url';
  required: boolean;
  hint?: Words;
}

/**
 * How many calls a partner accepts from one connection: a token bucket of `burst` calls that refills by `perSecond`.
 */
export interface RateLimit {
  burst: number;
  perSecond: number;
}

export interface PartnerRequest {
  /** For the trace, in English, without secrets; behind a colon what needs no translation: `List orders: 2`. */
  subject: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /**
   * Of partners that accept a signature only once: called for every attempt, and used instead of `url` and `headers`.
   */
  signed?: () => { url: string; headers: Readonly<Record<string, string>> };
  /** It changes something at the partner: when no answer arrives, nobody knows whether it did. */
  writes?: boolean;
  /** What the call takes from the limit; 1 when left out. */
  cost?: number;
  /** The answer is a file: its text has one character for each byte (latin1). */
  isBinary?: boolean;
  /** The problem that an answer is, by the partner's own rules; by its status when left out. */
  problemOf?: (answer: PartnerAnswer) => PartnerProblem | undefined;
}

export interface PartnerAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Calls the partner: keeps its limit together with other servers, writes the trace, and throws a `PartnerProblem`
 * instead of answering one. A call that was limited, and a reading call that failed on the way, is repeated a few
 * times; a writing one never.
 */
export interface PartnerHttp {
  call(request: PartnerRequest): Promise<PartnerAnswer>;
}

/** Tokens that expire are shared by all servers: when one expires, one of them renews it. */
export interface TokenCache {
  /** The token in use; `renew` is called when there is none, or it expires within a minute. */
  current(renew: () => Promise<RenewedToken>): Promise<string>;
  /** The partner refused this token before it expired; another one that is in use meanwhile stays. */
  drop(token: string): Promise<void>;
}
export interface RenewedToken {
  token: string;
  expiresAt: Date;
}

/** What every call to a partner needs, whether a client or the company is connected. */
export interface PartnerConnection {
  /** With opened secrets; an empty text for what is not set. */
  values: Readonly<Record<CredentialField, string>>;
  /** The operator's address of the partner; undefined for the partner's own. */
  baseUrl: string | undefined;
  /** The operator's application at the partner; undefined when the operator set none, or the partner knows none. */
  app?: PartnerApp | undefined;
  http: PartnerHttp;
  tokens: TokenCache;
  now(): Date;
}

/** A client's connection as its connector sees it. */
export interface Connection extends PartnerConnection {
  id: number;
  clientId: number;
  apiVersion: string;
  storeTimeZone: string;
  /** The location, store or source at the partner that this connection works for; empty when none was chosen. */
  place: string;
  serviceId: string;
  serviceLocationId: string;
  isInventoryManaged: boolean;
}

export interface ExternalAddress {
  name: string;
  company: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  stateCode: string;
  postalCode: string;
  /** ISO 3166 alpha-2; empty when the partner gives none. */
  countryCode: string;
  phone: string;
  email: string;
}

export interface ExternalLine {
  /** As the partner names the line when it is shipped. */
  id: string;
  /** Empty when the shop's product has none. */
  sku: string;
  name: string;
  /** What is still to be shipped from this connection's place. */
  quantity: number;
  /** For one unit; null when the partner gives none. */
  price: number | null;
  /** Of partners that have a record per unit: one id for each unit. */
  unitIds?: readonly string[];
}

/** open: to be shipped · waiting: not yet (unpaid, on hold, scheduled) · cancelled · shipped: nothing is left to ship. */
export const EXTERNAL_STATES = ['open', 'waiting', 'cancelled', 'shipped'] as const;
export type ExternalState = (typeof EXTERNAL_STATES)[number];

/** An order of a shop, in the form that all partners share. */
export interface ExternalOrder {
  id: string;
  /** What people call it: becomes the reference. */
  number: string;
  state: ExternalState;
  /** The partner's own word. */
  rawStatus: string;
  updatedAt: Date;
  placedAt: Date;
  customer: { name: string; company: string; email: string; phone: string };
  shipTo: ExternalAddress | null;
  billTo: ExternalAddress | null;
  /** The name of the shipping method that the customer chose. */
  shippingMethod: string;
  note: string;
  currency: string;
  lines: readonly ExternalLine[];
  /** The merchant waits for our answer: to fulfil the order, or to stop doing so. */
  request?: ServiceRequest;
  /** Of marketplaces: the method by which the order is to be handed over, where the marketplace has decided it. */
  handover?: string;
}

/** What a merchant asks a fulfilment service for. */
export type ServiceRequest = 'fulfilment' | 'cancellation';

/**
 * A closed interval of time in which orders changed: nothing that happens later is in it, so that its pages stay the
 * same.
 */
export interface ChangeWindow {
  since: Date;
  until: Date;
}

export interface OrdersPage {
  orders: readonly ExternalOrder[];
  /** Where the next page begins; null after the last one. It is stored, and used by another process after a stop. */
  next: string | null;
  /** How many there are in the whole window, when the partner says so. */
  total?: number;
}

export interface Place {
  id: string;
  name: string;
  /** False: it exists there and cannot be chosen. */
  isActive: boolean;
}

export interface Verified {
  /** What the partner calls the account: the shop's name. */
  account: string;
  /** What works differently than one would expect: in every language, or in the partner's own words. */
  warnings: readonly Words[];
}

/** A finished shipment that the shop is to know. Sent again, it changes nothing. */
export interface ReportedShipment {
  /** Our shipment: the same for every attempt. */
  key: string;
  orderId: string;
  orderNumber: string;
  carrier: string;
  trackingNumbers: readonly string[];
  trackingUrl: string;
  shippedAt: Date;
  lines: readonly { lineId: string; sku: string; quantity: number; unitIds: readonly string[] }[];
  /** Nothing of the order is left to ship after it. */
  completesOrder: boolean;
}

export interface ReportAnswer {
  /** The partner's id of what was made, or of what was there already; empty when it has none. */
  externalId: string;
  /** It was there already. */
  wasThere: boolean;
  /** Lines that the partner did not take; the reason is a message of the catalogue, or the partner’s own words. */
  rejected: readonly { lineId: string; reason: string }[];
}

export interface StockLevel {
  sku: string;
  quantity: number;
}
export interface StockAnswer {
  rejected: readonly { sku: string; reason: string }[];
}

/** A call of the partner to us, before anything of it is believed. */
export interface HookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The raw body: signatures are over its bytes. */
  body: Buffer;
}
/**
 * What a call says, once its signature is checked. `orderId`: read this order again; null: look at all changes. `key`
 * is the same when the partner sends the same event again; empty when the partner gives none.
 */
export type HookAnswer = 'forged' | 'ignored' | { topic: string; key: string; orderId: string | null };

export interface Hooks {
  /** The field whose value the partner signs with. Left out: a secret is made for the connection, and `ensure` gives it to the partner. */
  secretField?: CredentialField;
  /** The secret is the one of this connection's hooks. It must not call the partner. */
  read(request: HookRequest, secret: string): HookAnswer;
  /** Makes sure that the partner calls this address; repeated every day, because partners switch hooks off. */
  ensure(connection: Connection, callbackUrl: string, secret: string): Promise<void>;
}

/** A warehouse of ours as a location in the shop (Shopify's fulfilment service). */
export interface FulfilmentService {
  install(
    connection: Connection,
    service: { name: string; callbackUrl: string; isStockSharing: boolean },
  ): Promise<{
    serviceId: string;
    locationId: string;
  }>;
  /** Where its stock goes: to another location, or it stays as a location of the merchant. */
  remove(connection: Connection, stock: { transferTo: string } | 'keep'): Promise<void>;
  /** Whether a callback of the service comes from the partner; the secret is that of the hooks. */
  isSigned(request: HookRequest, secret: string): boolean;
  /**
   * Answers what the merchant asked for an order; nothing happens when it asks for nothing (any more). Answers whether it
   * did.
   */
  answer(
    connection: Connection,
    orderId: string,
    request: ServiceRequest,
    answer: { isAccepted: boolean; message: string },
  ): Promise<boolean>;
}

/** A carrier as a marketplace names it. */
export interface MarketplaceProvider {
  name: string;
  isDefault: boolean;
  /** The marketplace gives the tracking number; otherwise we do. */
  isIntegrated: boolean;
  /** Where its parcels can be followed; empty when unknown. */
  trackingUrl: string;
}

/** A shipment that is to be handed over the way the marketplace wants it. */
export interface MarketplaceShipment extends Pick<ReportedShipment, 'orderId' | 'orderNumber' | 'lines'> {
  method: string;
  provider: string;
  /** Ours; used where the provider gives none. */
  trackingNumber: string;
}

export interface MarketplaceAnswer extends ReportAnswer {
  /** The one that the units have there now. */
  trackingNumber: string;
}

/** A document that is still being made has a ticket to ask for it with; a finished one has its content. */
export type MarketplaceDocument = { ticket: string } | { content: Buffer };

/** Of marketplaces that decide how parcels are handed over, and print the documents of them. */
export interface Marketplace {
  methods: readonly string[];
  /** Kinds of documents. */
  documents: readonly string[];
  /** The code of the API's error when the marketplace refuses a change. */
  refusedCode: 90013;
  providers(connection: Connection): Promise<readonly MarketplaceProvider[]>;
  /** Hands the units over as described: reads first what is there, and does only what is missing. */
  fulfil(connection: Connection, shipment: MarketplaceShipment): Promise<MarketplaceAnswer>;
  document(
    connection: Connection,
    asked: { kind: string; unitIds: readonly string[]; ticket: string },
  ): Promise<MarketplaceDocument>;
}

/** What is declared of every partner. */
export interface PartnerDeclaration {
  /** The code of the API: `type` of an integration. */
  code: number;
  /** As in `LONGSHORE_PARTNER_<SLUG>_URL`. */
  slug: string;
  name: string;
  /** What its calls are about in the other languages, by their English words (without what is behind a colon). */
  subjects?: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>>;
  fields: readonly PartnerField[];
  /** The code of the API's error when a required field is empty; left out, the field is named as invalid. */
  missingCode?: 90006;
  limit: RateLimit;
  /** What the partner counts calls by, where several connections can share it: a key. Left out, each connection has its own limit. */
  limitedBy?(values: PartnerConnection['values']): string;
  /** The header of an answer with the partner's id of the request. */
  requestIdHeader?: string;
}

/**
 * A partner that clients are connected to: what its form asks for, what it can do, and how. The framework knows no partner
 * by name; what a partner cannot do is left out.
 */
export interface Connector extends PartnerDeclaration {
  /** A connection without keys of its own uses those of the company's account with this partner. */
  companyAccount?: CompanyPartnerSlug;
  /** The partner has switched it off: only offered where the operator sets an address. */
  isRetired?: boolean;
  /** Versions of the partner's API that a connection can use, the first for new ones. */
  apiVersions?: readonly string[];
  /** The credential field that names the place; `noun` is what the partner calls it. */
  places?: {
    field: CredentialField;
    noun: Words;
    list(connection: Connection): Promise<readonly Place[]>;
  };
  /** The address of the shop for people, for a link on its page. */
  shopUrl(values: Connection['values']): string;
  verify(connection: Connection): Promise<Verified>;
  /** A page of the orders that changed in a window. Pages may overlap, but no order may be missing. */
  listOrders(connection: Connection, window: ChangeWindow, cursor: string | null): Promise<OrdersPage>;
  getOrder(connection: Connection, id: string): Promise<ExternalOrder | undefined>;
  /** By the number that people know. */
  findOrder(connection: Connection, reference: string): Promise<ExternalOrder | undefined>;
  /** The code of the API's error when an order is not found. */
  notFoundCode: 90002 | 90004 | 90005 | 90007 | 90010;
  /** The codes of the API's error when the credentials are refused, on saving them and later; 90003 when left out. */
  authCodes?: { onSave: 90008; onUse: 90009 };
  /** The code of the API's error when an order that is here already is imported by its number; none when left out. */
  duplicateCode?: 90011;
  /** Reports a shipment to the shop: reads first what is there, and sends only what is missing. */
  reportShipment?(connection: Connection, shipment: ReportedShipment): Promise<ReportAnswer>;
  /** What the shop has of a shipment whose answer was lost: its id there, or undefined. It changes nothing. */
  findShipment?(connection: Connection, shipment: ReportedShipment): Promise<string | undefined>;
  /** Takes a reported shipment back after it was voided here. */
  withdrawShipment?(connection: Connection, shipment: ReportedShipment, externalId: string): Promise<void>;
  stock?: {
    /** Levels in one call of the partner. */
    batch: number;
    report(connection: Connection, levels: readonly StockLevel[]): Promise<StockAnswer>;
  };
  hooks?: Hooks;
  service?: FulfilmentService;
  marketplace?: Marketplace;
}

/** Declares a partner: `export const woocommerce = connector({ code: 5, … })`. */
export const connector = (declaration: Connector): Connector => declaration;

/**
 * A partner that a client is connected to by an invitation, not by the form, and that gives no orders: every call about
 * orders is refused with 90001.
 */
export type InvitedPartner = PartnerDeclaration;

declare module '../../platform/module.ts' {
  interface Module {
    /** Partners that clients can be connected to. */
    connectors?: readonly Connector[];
    /** Partners that clients connect by an invitation. */
    invitedPartners?: readonly InvitedPartner[];
  }
}
