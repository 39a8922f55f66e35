import { createHash } from 'node:crypto';
import { Counter, keyFor } from '../kit/values.ts';

export const US = 'ATVPDKIKX0DER';
export const DAY_MS = 24 * 3_600_000;

export type Owner = 'AMAZON' | 'SELLER' | 'NONE';

export interface PlanItem {
  msku: string;
  quantity: number;
  labelOwner: Owner;
  prepOwner: Owner;
  expiration?: string;
  manufacturingLotCode?: string;
}

export interface AmazonAddress {
  name: string;
  companyName?: string;
  addressLine1: string;
  addressLine2?: string;
  city: string;
  stateOrProvinceCode?: string;
  postalCode: string;
  countryCode: string;
  phoneNumber?: string;
  email?: string;
}

export interface SentBox {
  contentInformationSource: 'BOX_CONTENT_PROVIDED' | 'MANUAL_PROCESS' | 'BARCODE_2D';
  quantity: number;
  dimensions: { unitOfMeasurement: 'IN' | 'CM'; length: number; width: number; height: number };
  weight: { unit: 'LB' | 'KG'; value: number };
  items?: PlanItem[];
}

export interface AmazonBox extends SentBox {
  packageId: string;
  /** Given when the transport is confirmed. */
  boxId: string;
}

export interface AmazonTransport {
  id: string;
  shipmentId: string;
  solution: 'AMAZON_PARTNERED_CARRIER' | 'USE_YOUR_OWN_CARRIER';
  mode: string;
  carrier: { name: string; alphaCode: string };
  needsWindow: boolean;
  /** Of Amazon's own carrier. */
  quote?: { cents: number; expiresAt: Date };
}

export interface DeliveryWindow {
  id: string;
  startsAt: Date;
  endsAt: Date;
  availability: 'AVAILABLE' | 'BLOCKED' | 'CONGESTED';
  validUntil: Date;
}

export interface AmazonShipment {
  id: string;
  placementId: string;
  name: string;
  /** Empty until the placement is confirmed. */
  confirmationId: string;
  status: 'UNCONFIRMED' | 'WORKING' | 'READY_TO_SHIP' | 'SHIPPED' | 'CANCELLED';
  warehouse: { id: string; address: AmazonAddress };
  items: PlanItem[];
  boxes: AmazonBox[];
  transports: AmazonTransport[];
  transport: AmazonTransport | null;
  voidableUntil: Date | null;
  windows: DeliveryWindow[];
  window: DeliveryWindow | null;
  readyAt: Date | null;
  tracking: Map<string, string>;
  /** Of the carton feed that was processed last. */
  cartonIds: string[];
}

export interface AmazonPlacement {
  id: string;
  status: 'OFFERED' | 'ACCEPTED' | 'EXPIRED';
  feeCents: number;
  expiresAt: Date;
  shipments: AmazonShipment[];
}

export interface AmazonPlan {
  id: string;
  name: string;
  status: 'ACTIVE' | 'VOIDED' | 'SHIPPED' | 'ERRORED';
  from: AmazonAddress;
  items: PlanItem[];
  createdAt: Date;
  updatedAt: Date;
  placements: AmazonPlacement[];
  confirmedAt: Date | null;
}

export interface Problem {
  severity: 'WARNING' | 'ERROR';
  code: string;
  message: string;
  details: string;
}

/** What a call began. It ends after so many looks at it, or by itself after a while; only then anything has happened. */
export interface AmazonOperation {
  id: string;
  name: string;
  beganAt: Date;
  looksLeft: number;
  status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED';
  problems: Problem[];
  finish: (at: Date) => Problem[];
}

export interface FeedDocument {
  id: string;
  contentType: string;
  content: Buffer | null;
  secret: string;
  urlUntil: Date;
  isGzip: boolean;
}

export interface AmazonFeed {
  id: string;
  type: string;
  documentId: string;
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL' | 'CANCELLED';
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  resultId: string;
}

export interface LabelFile {
  content: Buffer;
  secret: string;
  until: Date;
}

/** What differs between sellers, and what goes wrong. All of it can be changed while the sandbox runs. */
export interface AmazonSwitches {
  /** Looks at an operation that still find it running. */
  looks: number;
  /** Shipments that a plan is split into. */
  splits: number;
  /** How long a confirmed placement is not known to the calls about transport. */
  placementLagMs: number;
  placementLivesMs: number;
  quoteLivesMs: number;
  /** The next so many generations of transport fail with FBA_INB_0344, although nothing is wrong. */
  busyTransports: number;
  /** The next so many generations of placements fail with an internal error. */
  brokenPlacements: number;
  /** How the generation of transports ends when it finds none: as a success or a failure with only a warning. */
  noTransports: '' | 'SUCCESS' | 'FAILED';
  /** Every own carrier asks for a window of delivery. */
  windowsForOwn: boolean;
  /** Amazon's own carrier asks for one, too. */
  windowsForPartnered: boolean;
  /** Items that need preparing by the seller. */
  preparedSkus: Set<string>;
  /** Items that the seller does not sell. */
  unknownSkus: Set<string>;
  gzipReports: boolean;
  feedEnd: 'DONE' | 'FATAL';
  /** Looks at a feed in each of its states. */
  feedLooks: number;
}

const defaults = (): AmazonSwitches => ({
  looks: 1,
  splits: 1,
  placementLagMs: 0,
  placementLivesMs: 2 * DAY_MS,
  quoteLivesMs: 2 * DAY_MS,
  busyTransports: 0,
  brokenPlacements: 0,
  noTransports: '',
  windowsForOwn: true,
  windowsForPartnered: false,
  preparedSkus: new Set(),
  unknownSkus: new Set(),
  gzipReports: false,
  feedEnd: 'DONE',
  feedLooks: 1,
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** One seller with all that Amazon stores about it. */
export class AmazonSeller {
  readonly slug: string;
  readonly sellerId: string;
  readonly refreshToken: string;
  readonly switches = defaults();
  isRevoked = false;
  /** Access tokens with their end. */
  readonly tokens = new Map<string, Date>();
  readonly plans = new Map<string, AmazonPlan>();
  readonly operations = new Map<string, AmazonOperation>();
  readonly documents = new Map<string, FeedDocument>();
  readonly feeds = new Map<string, AmazonFeed>();
  readonly labels = new Map<string, LabelFile>();
  /** What Amazon takes from the seller, in cents. */
  charged = 0;
  private readonly ids: Counter;

  constructor({ slug, firstId = 1 }: { slug: string; firstId?: number }) {
    this.slug = slug;
    this.sellerId = `A${digest(slug).slice(0, 13).toUpperCase()}`;
    this.refreshToken = keyFor('Atzr|', slug);
    this.ids = new Counter(firstId);
  }

  /** The next id as a UUID behind two letters: 38 characters; 36 without letters. */
  newId(letters: string): string {
    const hex = digest(`${this.slug}:${letters}:${this.ids.next()}`);
    return `${letters}${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`;
  }

  secret(): string {
    return digest(`${this.refreshToken}:${this.ids.next()}`);
  }

  /** `FBA` and nine letters or digits. */
  newConfirmationId(): string {
    const letters = BigInt(`0x${digest(`${this.slug}:fba:${this.ids.next()}`).slice(0, 16)}`).toString(36);
    return `FBA${letters.toUpperCase().padStart(9, '0').slice(0, 9)}`;
  }

  shipments(): { plan: AmazonPlan; shipment: AmazonShipment }[] {
    return [...this.plans.values()].flatMap((plan) =>
      plan.placements.flatMap(({ shipments }) => shipments.map((shipment) => ({ plan, shipment }))),
    );
  }
}

/** Amazon's own numbers of an item. */
export const numbersOf = (msku: string) => {
  const hex = digest(`item:${msku}`).toUpperCase();
  return { asin: `B0${hex.slice(0, 8)}`, fnsku: `X00${hex.slice(8, 15)}` };
};
