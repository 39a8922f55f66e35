import { gzipSync } from 'node:zlib';
import { type Answer, type Call, header } from '../kit/partner.ts';
import { BODIES, readBody } from './check-body.ts';
import { badRequest, notFound } from './errors.ts';
import { refusedByStorage } from './labels.ts';
import type { SellerAnswer, SellerCall } from './operations.ts';
import type { AmazonFeed, AmazonSeller, FeedDocument } from './seller.ts';

export const CARTON_FEED = 'POST_FBA_INBOUND_CARTON_CONTENTS';
const URL_TTL_MS = 5 * 60_000;

function makeDocument(
  seller: AmazonSeller,
  given: Pick<FeedDocument, 'contentType' | 'content' | 'isGzip'>,
): FeedDocument {
  const document: FeedDocument = {
    id: `amzn1.tortuga.4.na.${seller.newId('')}.T${seller.sellerId}`,
    secret: seller.secret(),
    urlUntil: new Date(0),
    ...given,
  };
  seller.documents.set(document.id, document);
  return document;
}

/** An address that works for five minutes from now. */
function presigned({ seller, call, baseUrl }: SellerCall, document: FeedDocument): string {
  document.urlUntil = new Date(call.at.getTime() + URL_TTL_MS);
  const query = `X-Amz-Expires=300&X-Amz-Signature=${document.secret}`;
  return `${baseUrl}/feed-host/${seller.slug}/${encodeURIComponent(document.id)}?${query}`;
}

export function createDocument(sellerCall: SellerCall): SellerAnswer {
  const { contentType } = readBody<{ contentType: string }>(sellerCall.call, BODIES.feedDocument);
  const document = makeDocument(sellerCall.seller, { contentType, content: null, isGzip: false });
  return { status: 201, value: { feedDocumentId: document.id, url: presigned(sellerCall, document) } };
}

/** The storage behind presigned addresses: it takes no tokens, and only the content type that the address was made for. */
export function storage(seller: AmazonSeller, id: string, call: Call): Answer {
  const document = seller.documents.get(id);
  const isSigned = document && call.query.get('X-Amz-Signature') === document.secret && document.urlUntil > call.at;
  if (!document || !isSigned || header(call, 'x-amz-access-token')) return refusedByStorage();
  if (call.method === 'PUT') {
    if (header(call, 'content-type') !== document.contentType)
      return refusedByStorage('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    document.content = call.body;
    return { status: 200, body: '' };
  }
  const { content, contentType, isGzip } = document;
  if (!content) return refusedByStorage();
  return { status: 200, headers: { 'content-type': contentType }, body: isGzip ? gzipSync(content) : content };
}

interface FeedBody {
  feedType: string;
  inputFeedDocumentId: string;
}

export function createFeed({ seller, call }: SellerCall): SellerAnswer {
  const { feedType, inputFeedDocumentId } = readBody<FeedBody>(call, BODIES.feed);
  if (feedType !== CARTON_FEED) throw badRequest('The feed type is not supported.');
  if (!seller.documents.get(inputFeedDocumentId)?.content) throw badRequest('The feed document has no contents.');
  const feed: AmazonFeed = {
    id: String(50_000_000_000 + Number.parseInt(seller.newId('').slice(0, 8), 16)),
    type: feedType,
    documentId: inputFeedDocumentId,
    status: 'IN_QUEUE',
    createdAt: call.at,
    startedAt: null,
    endedAt: null,
    resultId: '',
  };
  seller.feeds.set(feed.id, feed);
  looks.set(feed, seller.switches.feedLooks);
  return { status: 202, value: { feedId: feed.id } };
}

/** Looks that still find the feed in the state that it is in. */
const looks = new WeakMap<AmazonFeed, number>();

interface Cartons {
  shipmentId: string;
  cartonIds: string[];
  problem: string;
}

const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value);

/** Reads a carton feed as far as its checks go. */
function readCartons(xml: string): Cartons {
  const [shipmentId = ''] = all(xml, 'ShipmentId');
  const [count = ''] = all(xml, 'NumCartons');
  const cartonIds = all(xml, 'CartonId');
  const parts = xml.split('<Carton>').slice(1);
  const found = [
    /<CartonContentsRequest>/.test(xml) && /<MessageType>CartonContentsRequest<\/MessageType>/.test(xml)
      ? ''
      : 'The document is no carton feed.',
    /^FBA[A-Z0-9]+$/.test(shipmentId) ? '' : 'ShipmentId is invalid.',
    Number(count) === cartonIds.length ? '' : 'NumCartons is not the number of cartons.',
    cartonIds.every((id) => /^[a-zA-Z0-9]+$/.test(id)) ? '' : 'A CartonId is invalid.',
    new Set(cartonIds).size === cartonIds.length ? '' : 'A CartonId appears twice.',
    parts.every((part) => all(part, 'SKU').length >= 1 && all(part, 'SKU').length <= 200)
      ? ''
      : 'A carton must have 1 to 200 items.',
    parts.every((part) =>
      ['SKU', 'QuantityShipped', 'QuantityInCase'].every((name) => all(part, name).length === all(part, 'SKU').length),
    )
      ? ''
      : 'An item is not complete.',
  ];
  return { shipmentId, cartonIds, problem: found.find(Boolean) ?? '' };
}

const report = (code: string, text: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<AmazonEnvelope><MessageType>ProcessingReport</MessageType><Message><MessageID>1</MessageID><ProcessingReport><StatusCode>Complete</StatusCode><ProcessingSummary><MessagesProcessed>1</MessagesProcessed><MessagesSuccessful>${text ? 0 : 1}</MessagesSuccessful><MessagesWithError>${text ? 1 : 0}</MessagesWithError><MessagesWithWarning>0</MessagesWithWarning></ProcessingSummary>${
    text
      ? `<Result><MessageID>1</MessageID><ResultCode>Error</ResultCode><ResultMessageCode>${code}</ResultMessageCode><ResultDescription>${text}</ResultDescription></Result>`
      : ''
  }</ProcessingReport></Message></AmazonEnvelope>
`;

function finishFeed(seller: AmazonSeller, feed: AmazonFeed, at: Date): void {
  const xml = seller.documents.get(feed.documentId)?.content?.toString('utf8') ?? '';
  const read = readCartons(xml);
  const shipment = seller.shipments().find((each) => each.shipment.confirmationId === read.shipmentId)?.shipment;
  const isFatal = seller.switches.feedEnd === 'FATAL';
  const problem = isFatal ? 'The feed was aborted.' : read.problem || (shipment ? '' : 'The shipment does not exist.');
  const content = Buffer.from(report('25', problem));
  const isGzip = seller.switches.gzipReports;
  feed.resultId = makeDocument(seller, { contentType: 'text/xml; charset=UTF-8', content, isGzip }).id;
  feed.status = isFatal ? 'FATAL' : 'DONE';
  feed.endedAt = at;
  if (!problem && shipment) shipment.cartonIds = read.cartonIds;
}

function advance(seller: AmazonSeller, feed: AmazonFeed, at: Date): void {
  const left = looks.get(feed) ?? 0;
  if (left > 0) {
    looks.set(feed, left - 1);
    return;
  }
  looks.set(feed, seller.switches.feedLooks);
  if (feed.status === 'IN_QUEUE') {
    feed.status = 'IN_PROGRESS';
    feed.startedAt = at;
  } else if (feed.status === 'IN_PROGRESS') finishFeed(seller, feed, at);
}

const moment = (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`;

function feedOf({ seller, ids: [id = ''] }: SellerCall): AmazonFeed {
  const feed = seller.feeds.get(id);
  if (!feed) throw notFound('The feed');
  return feed;
}

export function readFeed(sellerCall: SellerCall): SellerAnswer {
  const feed = feedOf(sellerCall);
  advance(sellerCall.seller, feed, sellerCall.call.at);
  return {
    status: 200,
    value: {
      feedId: feed.id,
      feedType: feed.type,
      marketplaceIds: ['ATVPDKIKX0DER'],
      createdTime: moment(feed.createdAt),
      processingStatus: feed.status,
      ...(feed.startedAt ? { processingStartTime: moment(feed.startedAt) } : {}),
      ...(feed.endedAt ? { processingEndTime: moment(feed.endedAt) } : {}),
      ...(feed.resultId ? { resultFeedDocumentId: feed.resultId } : {}),
    },
  };
}

export function cancelFeed(sellerCall: SellerCall): SellerAnswer {
  const feed = feedOf(sellerCall);
  if (feed.status !== 'IN_QUEUE') throw badRequest('Only feeds with processingStatus=IN_QUEUE can be cancelled.');
  feed.status = 'CANCELLED';
  return { status: 200 };
}

export function readDocument(sellerCall: SellerCall): SellerAnswer {
  const document = sellerCall.seller.documents.get(sellerCall.ids[0] ?? '');
  if (!document) throw notFound('The feed document');
  return {
    status: 200,
    value: {
      feedDocumentId: document.id,
      url: presigned(sellerCall, document),
      ...(document.isGzip ? { compressionAlgorithm: 'GZIP' } : {}),
    },
  };
}
