import { Money } from '@longshore/contract';
import { type ExternalAddress, PartnerProblem } from '../../modules/channels/index.ts';
import type {
  BoxContent,
  InboundBox,
  InboundItem,
  InboundShipment,
  Operation,
  Placement,
  Transport,
} from '../../modules/shipping/index.ts';
import type {
  AmazonFeed,
  AmazonItem,
  AmazonOperation,
  AmazonPlacement,
  AmazonShipment,
  AmazonTransport,
  AmazonWindow,
} from './shapes.ts';

export type Owner = 'SELLER' | 'NONE';
export interface Owners {
  labelOwner: Owner;
  prepOwner: Owner;
}
export type OwnersBySku = ReadonlyMap<string, Owners>;

/** How most items are sent: labelled by the seller, and in need of no other preparation. */
const USUAL: Owners = { labelOwner: 'SELLER', prepOwner: 'NONE' };

/** What the model allows of each part. */
const LENGTHS = {
  name: 50,
  companyName: 50,
  addressLine1: 180,
  addressLine2: 60,
  city: 30,
  stateOrProvinceCode: 64,
  postalCode: 32,
  phoneNumber: 20,
  email: 1024,
} as const;

const cut = (text: string, part: keyof typeof LENGTHS): string => text.trim().slice(0, LENGTHS[part]).trim();

/** Parts that the model requires, as people name them. */
const REQUIRED = ['name', 'addressLine1', 'city', 'postalCode', 'phoneNumber'] as const;

/** An address as Amazon takes it. Throws `refused` when a part is missing that Amazon requires. */
export function addressInput(address: ExternalAddress): Record<string, string> {
  const { name, company, street1, street2, city, state, stateCode, postalCode, countryCode, phone, email } = address;
  const all = {
    name: cut(name || company, 'name'),
    companyName: cut(company, 'companyName'),
    addressLine1: cut(street1, 'addressLine1'),
    addressLine2: cut(street2, 'addressLine2'),
    city: cut(city, 'city'),
    stateOrProvinceCode: cut(stateCode || state, 'stateOrProvinceCode'),
    postalCode: cut(postalCode, 'postalCode'),
    phoneNumber: cut(phone, 'phoneNumber'),
    email: cut(email, 'email'),
  };
  if (REQUIRED.some((part) => !all[part]) || !/^[A-Za-z]{2}$/.test(countryCode))
    throw new PartnerProblem('refused', 'SenderIsIncomplete');
  return {
    ...Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')),
    countryCode: countryCode.toUpperCase(),
  };
}

export function contactInput({ name, phone, email }: { name: string; phone: string; email: string }) {
  const [called, number] = [cut(name, 'name'), cut(phone, 'phoneNumber')];
  if (!called || !number) throw new PartnerProblem('refused', 'ContactIsIncomplete');
  return { name: called, phoneNumber: number, ...(email.trim() ? { email: cut(email, 'email') } : {}) };
}

export const itemInput = ({ sku, quantity, expiresOn }: InboundItem, owners: OwnersBySku) => ({
  msku: sku,
  quantity,
  ...(owners.get(sku) ?? USUAL),
  ...(expiresOn ? { expiration: expiresOn } : {}),
});

const OWNER_REFUSAL =
  /ERROR: (.+?)\s+(?:does not require|requires) (prepOwner|labelOwner) but \w+ was assigned\. Accepted values: \[([A-Z_, ]*)\]/;

/**
 * Who has to label and prepare the items, as Amazon says it when it refuses a plan for it: nothing else tells. Amazon
 * does neither itself any more. Undefined when the refusal has another reason.
 */
export function ownersAccepted(messages: readonly string[], before: OwnersBySku): OwnersBySku | undefined {
  const owners = new Map(before);
  for (const message of messages) {
    const [, sku = '', field = '', values = ''] = OWNER_REFUSAL.exec(message) ?? [];
    const accepted = values.split(/,\s*/);
    const owner = (['SELLER', 'NONE'] as const).find((each) => accepted.includes(each));
    if (!owner) return undefined;
    owners.set(sku, { ...(owners.get(sku) ?? USUAL), [field]: owner });
  }
  return owners;
}

/** Who labels and prepares, as the plan has it. */
export const ownersOf = (items: readonly AmazonItem[]): OwnersBySku =>
  new Map(
    items.map(({ msku, labelOwner, prepInstructions }) => [
      msku,
      {
        labelOwner: labelOwner === 'NONE' ? 'NONE' : 'SELLER',
        prepOwner: prepInstructions.some(({ prepOwner }) => prepOwner === 'SELLER') ? 'SELLER' : 'NONE',
      },
    ]),
  );

const CONTENTS = {
  FEED: 'BOX_CONTENT_PROVIDED',
  '2D_BARCODE': 'BARCODE_2D',
  NONE: 'MANUAL_PROCESS',
} as const satisfies Record<BoxContent, string>;

/** A box as Amazon takes it. It has items only when we say what is in it. */
export const boxInput = (box: InboundBox, content: BoxContent, owners: OwnersBySku) => ({
  contentInformationSource: CONTENTS[content],
  quantity: 1,
  dimensions: {
    unitOfMeasurement: box.unit,
    length: Number(box.length),
    width: Number(box.width),
    height: Number(box.height),
  },
  weight: { unit: box.weightUnit, value: Number(box.weight) },
  ...(content === 'FEED' ? { items: box.items.map((item) => itemInput(item, owners)) } : {}),
});

/** To the minute, in UTC. */
export const minuteText = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

const STATES = { IN_PROGRESS: 'running', SUCCESS: 'done', FAILED: 'failed' } as const;

export const operationOf = ({ operationStatus, operationProblems }: AmazonOperation): Operation => ({
  state: STATES[operationStatus],
  problems: operationProblems.map(({ severity, code, message, details }) => ({
    severity: severity === 'WARNING' ? 'warning' : 'error',
    code,
    message: [message.replace(/^(ERROR|WARNING): /, ''), details].filter(Boolean).join(' '),
  })),
});

const itemOf = ({ msku, quantity, expiration, fnsku }: AmazonItem): InboundItem => ({
  sku: msku,
  quantity,
  ...(expiration ? { expiresOn: expiration } : {}),
  ...(fnsku ? { itemId: fnsku } : {}),
});

const decimal = (amount: number) => Money.ofNumber(amount).toDecimal();

const PLACEMENTS: Readonly<Record<string, Placement['state']>> = { ACCEPTED: 'accepted', EXPIRED: 'expired' };

export function placementOf({
  placementOptionId,
  status,
  fees,
  discounts,
  shipmentIds,
  expiration,
}: AmazonPlacement): Placement {
  const sum = (all: AmazonPlacement['fees']) => Money.sum(all.map(({ amount }) => Money.ofNumber(amount)));
  return {
    id: placementOptionId,
    state: PLACEMENTS[status] ?? 'offered',
    shipmentIds,
    fee: sum(fees).minus(sum(discounts)).toDecimal(),
    currency: [...fees, ...discounts][0]?.code ?? '',
    expiresAt: expiration,
  };
}

export function shipmentOf(shipment: AmazonShipment, items: readonly AmazonItem[]): InboundShipment {
  const { address, warehouseId } = shipment.destination;
  return {
    id: shipment.shipmentId,
    confirmationId: shipment.shipmentConfirmationId,
    state: shipment.status,
    destination: {
      warehouseId,
      name: address?.name ?? '',
      company: address?.companyName ?? '',
      street1: address?.addressLine1 ?? '',
      street2: address?.addressLine2 ?? '',
      city: address?.city ?? '',
      state: '',
      stateCode: address?.stateOrProvinceCode ?? '',
      postalCode: address?.postalCode ?? '',
      countryCode: address?.countryCode ?? '',
      phone: address?.phoneNumber ?? '',
      email: address?.email ?? '',
    },
    items: items.map(itemOf),
    transportId: shipment.selectedTransportationOptionId,
  };
}

export function transportOf(transport: AmazonTransport): Transport {
  const { transportationOptionId, shipmentId, shippingSolution, shippingMode, carrier, preconditions, quote } =
    transport;
  const isPartnered = shippingSolution === 'AMAZON_PARTNERED_CARRIER';
  return {
    id: transportationOptionId,
    shipmentId,
    carrier: carrier.name || carrier.alphaCode,
    isPartnered,
    mode: shippingMode,
    cost: isPartnered && quote ? decimal(quote.cost.amount) : null,
    currency: quote?.cost.code ?? '',
    expiresAt: quote?.expiration ?? null,
    voidableUntil: quote?.voidableUntil ?? null,
    needsDeliveryWindow: preconditions.includes('CONFIRMED_DELIVERY_WINDOW'),
  };
}

/** Windows that can still be chosen, the earliest first. */
export const windowsOf = (windows: readonly AmazonWindow[], now: Date) =>
  windows
    .filter(({ availabilityType, validUntil }) => availabilityType !== 'BLOCKED' && (!validUntil || validUntil > now))
    .map(({ deliveryWindowOptionId, startDate, endDate }) => ({
      id: deliveryWindowOptionId,
      from: startDate,
      until: endDate,
    }))
    .sort((a, b) => a.from.getTime() - b.from.getTime());

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Not allowed in XML, however it is written.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '');

const cartonXml = ({ id, items }: InboundBox) =>
  `<Carton><CartonId>${escapeXml(id)}</CartonId>${items
    .map(
      ({ sku, quantity }) =>
        // More than one in a case, with several SKUs in a carton, was counted as several cartons.
        `<Item><SKU>${escapeXml(sku)}</SKU><QuantityShipped>${quantity}</QuantityShipped><QuantityInCase>1</QuantityInCase></Item>`,
    )
    .join('')}</Carton>`;

/** The carton feed of a shipment. */
export const cartonFeed = (sellerId: string, confirmationId: string, boxes: readonly InboundBox[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<AmazonEnvelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="amzn-envelope.xsd"><Header><DocumentVersion>1.01</DocumentVersion><MerchantIdentifier>${escapeXml(sellerId)}</MerchantIdentifier></Header><MessageType>CartonContentsRequest</MessageType><Message><MessageID>1</MessageID><CartonContentsRequest><ShipmentId>${escapeXml(confirmationId)}</ShipmentId><NumCartons>${boxes.length}</NumCartons>${boxes.map(cartonXml).join('')}</CartonContentsRequest></Message></AmazonEnvelope>
`;

const FEED_STATES = {
  IN_QUEUE: 'waiting',
  IN_PROGRESS: 'waiting',
  DONE: 'done',
  FATAL: 'failed',
  CANCELLED: 'cancelled',
} as const;

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What the report of a feed says is wrong; empty when nothing is. */
export const faultsIn = (report: string): string =>
  [...report.matchAll(/<ResultCode>Error<\/ResultCode>[\s\S]*?<ResultDescription>([\s\S]*?)<\/ResultDescription>/g)]
    .map(([, text = '']) => unescapeXml(text.trim()))
    .join(' ');

/** A feed that was processed and refused has failed, too. */
export function feedOf({ processingStatus, processingStartTime, processingEndTime }: AmazonFeed, report: string) {
  const faults = faultsIn(report);
  return {
    state: processingStatus === 'DONE' && faults ? 'failed' : FEED_STATES[processingStatus],
    startedAt: processingStartTime,
    endedAt: processingEndTime,
    report: faults,
  } as const;
}
