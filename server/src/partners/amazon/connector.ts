import { type PartnerAnswer, type PartnerConnection, PartnerProblem } from '../../modules/channels/index.ts';
import type { InboundPartner, StartedOperation } from '../../modules/shipping/index.ts';
import {
  type AmazonRequest,
  callAmazon,
  downloadFile,
  listAmazon,
  MARKETPLACE,
  messagesOf,
  readReport,
  sendToAmazon,
  uploadFile,
} from './client.ts';
import {
  addressInput,
  boxInput,
  cartonFeed,
  contactInput,
  feedOf,
  itemInput,
  minuteText,
  type OwnersBySku,
  operationOf,
  ownersAccepted,
  ownersOf,
  placementOf,
  shipmentOf,
  transportOf,
  windowsOf,
} from './mapping.ts';
import {
  BegunShape,
  BoxesPage,
  CreatedFeedShape,
  CreatedPlanShape,
  FeedDocumentShape,
  FeedShape,
  ItemsPage,
  LabelsShape,
  OperationShape,
  PlacementsPage,
  PlansPage,
  ShipmentShape,
  TransportsPage,
  WindowsPage,
} from './shapes.ts';

export const CODE = 11;

const INBOUND = '/inbound/fba/2024-03-20';
const FEEDS = '/feeds/2021-06-30';
const FEED_TYPE = 'POST_FBA_INBOUND_CARTON_CONTENTS';
const FEED_CONTENT = 'text/xml; charset=UTF-8';
/** Plans on a page at most. */
const PLANS_PAGE = 30;
/** A plan whose answer was lost is one of the newest. */
const PLAN_PAGES = 40;

const part = encodeURIComponent;
const planPath = (planId: string) => `${INBOUND}/inboundPlans/${part(planId)}`;
const shipmentPath = (planId: string, shipmentId: string) => `${planPath(planId)}/shipments/${part(shipmentId)}`;

const begin = (
  connection: PartnerConnection,
  request: Omit<AmazonRequest, 'method'> & { method?: 'POST' | 'PUT' },
): Promise<StartedOperation> => callAmazon(connection, { method: 'POST', ...request }, BegunShape);

const listPlanItems = (connection: PartnerConnection, planId: string) =>
  listAmazon(
    connection,
    {
      subject: 'Read the items of the plan',
      method: 'GET',
      path: `${planPath(planId)}/items`,
      query: { pageSize: '1000' },
    },
    ItemsPage,
  );

type Planned = Parameters<InboundPartner['createPlan']>[1];

/** Creates the plan; refused for who labels or prepares its items, it is sent once more with what Amazon accepts. */
async function createPlan(connection: PartnerConnection, { name, from, items }: Planned) {
  const sourceAddress = addressInput(from);
  let refusal: string[] = [];
  const onAnswer = (answer: PartnerAnswer) => {
    refusal = answer.status === 400 ? messagesOf(answer) : [];
  };
  const create = async (owners: OwnersBySku) => {
    const body = {
      destinationMarketplaces: [MARKETPLACE],
      name,
      sourceAddress,
      items: items.map((item) => itemInput(item, owners)),
    };
    const request = {
      subject: 'Create the plan',
      method: 'POST',
      path: `${INBOUND}/inboundPlans`,
      body,
      onAnswer,
    } as const;
    const { operationId, inboundPlanId } = await callAmazon(connection, request, CreatedPlanShape);
    return { operationId, planId: inboundPlanId };
  };
  const usual: OwnersBySku = new Map();
  try {
    return await create(usual);
  } catch (error) {
    const owners = refusal.length > 0 ? ownersAccepted(refusal, usual) : undefined;
    if (!owners) throw error;
    return create(owners);
  }
}

async function boxIds(connection: PartnerConnection, planId: string, shipmentId: string): Promise<string[]> {
  const path = `${shipmentPath(planId, shipmentId)}/boxes`;
  const request = { subject: 'Read the boxes', method: 'GET', path, query: { pageSize: '1000' } } as const;
  const boxes = await listAmazon(connection, request, BoxesPage);
  if (boxes.some(({ boxId }) => boxId === '')) throw new PartnerProblem('unavailable', 'BoxesHaveNoNumber');
  // Amazon numbers the boxes in the order in which they were sent, and lists them in any.
  return boxes.map(({ boxId }) => boxId).sort();
}

const PAPERS = { letter: 'PackageLabel_Letter_2', thermal: 'PackageLabel_Thermal' } as const;

async function labels(
  connection: PartnerConnection,
  { confirmationId, boxIds: ids, paper }: Parameters<InboundPartner['labels']>[1],
): Promise<Buffer> {
  const query = { PageType: PAPERS[paper], LabelType: 'UNIQUE', PackageLabelsToPrint: ids.join(',') };
  const path = `/fba/inbound/v0/shipments/${part(confirmationId)}/labels`;
  const request = { subject: 'Ask for the labels', method: 'GET', path, query } as const;
  const { payload } = await callAmazon(connection, request, LabelsShape);
  const file = await downloadFile(connection, 'Download the labels', payload.DownloadURL);
  const isFile = ['%PDF-', 'PK\u0003\u0004'].some((start) => file.toString('latin1', 0, start.length) === start);
  if (!isFile) throw new PartnerProblem('malformed', 'LabelIsUnprintable');
  return file;
}

async function submitFeed(
  connection: PartnerConnection,
  { confirmationId, boxes }: Parameters<InboundPartner['submitFeed']>[1],
): Promise<{ feedId: string }> {
  const document = await callAmazon(
    connection,
    {
      subject: 'Ask where to upload the carton feed',
      method: 'POST',
      path: `${FEEDS}/documents`,
      body: { contentType: FEED_CONTENT },
      // One that is not used ends by itself.
      isHarmless: true,
    },
    FeedDocumentShape,
  );
  const content = cartonFeed(connection.values.key_1, confirmationId, boxes);
  await uploadFile(connection, document.url, { contentType: FEED_CONTENT, content });
  const body = {
    feedType: FEED_TYPE,
    marketplaceIds: [MARKETPLACE],
    inputFeedDocumentId: document.feedDocumentId,
  };
  const request = { subject: 'Submit the carton feed', method: 'POST', path: `${FEEDS}/feeds`, body } as const;
  const { feedId } = await callAmazon(connection, request, CreatedFeedShape);
  return { feedId };
}

const feedPath = (feedId: string) => `${FEEDS}/feeds/${part(feedId)}`;

/** Shipments to Amazon's warehouses (Fulfillment Inbound 2024-03-20, labels of v0, Feeds 2021-06-30). */
export const amazonInbound: InboundPartner = {
  code: CODE,
  async verify(connection) {
    const request = {
      subject: 'Verify the seller account',
      method: 'GET',
      path: `${INBOUND}/inboundPlans`,
      query: { pageSize: '1' },
    } as const;
    await callAmazon(connection, request, PlansPage);
    // No call says whose token it is.
    return { account: connection.values.key_1 };
  },
  async operation(connection, operationId) {
    const path = `${INBOUND}/operations/${part(operationId)}`;
    return operationOf(
      await callAmazon(connection, { subject: 'Look at the operation', method: 'GET', path }, OperationShape),
    );
  },
  createPlan,
  async findPlan(connection, name) {
    const plans = await listAmazon(
      connection,
      {
        subject: 'Look for the plan',
        method: 'GET',
        path: `${INBOUND}/inboundPlans`,
        query: { pageSize: String(PLANS_PAGE), sortBy: 'CREATION_TIME', sortOrder: 'DESC' },
      },
      PlansPage,
      { pages: PLAN_PAGES, isEnough: (rows) => rows.some((plan) => plan.name === name) },
    );
    return plans.find((plan) => plan.name === name)?.inboundPlanId;
  },
  generatePlacements: (connection, planId) =>
    begin(connection, { subject: 'Generate placements', path: `${planPath(planId)}/placementOptions`, body: {} }),
  async placements(connection, planId) {
    const path = `${planPath(planId)}/placementOptions`;
    const request = { subject: 'Read placements', method: 'GET', path, query: { pageSize: '20' } } as const;
    return (await listAmazon(connection, request, PlacementsPage)).map(placementOf);
  },
  acceptPlacement: (connection, planId, placementId) =>
    begin(connection, {
      subject: 'Confirm the placement',
      path: `${planPath(planId)}/placementOptions/${part(placementId)}/confirmation`,
    }),
  async shipment(connection, planId, shipmentId) {
    const path = shipmentPath(planId, shipmentId);
    const shipment = await callAmazon(connection, { subject: 'Read the shipment', method: 'GET', path }, ShipmentShape);
    const items = await listAmazon(
      connection,
      { subject: 'Read the items of the shipment', method: 'GET', path: `${path}/items`, query: { pageSize: '1000' } },
      ItemsPage,
    );
    return shipmentOf(shipment, items);
  },
  async sendBoxes(connection, planId, { id, content, boxes }) {
    const owners = content === 'FEED' ? ownersOf(await listPlanItems(connection, planId)) : new Map();
    return begin(connection, {
      subject: 'Send the boxes',
      path: `${planPath(planId)}/packingInformation`,
      body: { packageGroupings: [{ shipmentId: id, boxes: boxes.map((box) => boxInput(box, content, owners)) }] },
    });
  },
  generateTransports: (connection, planId, { placementId, shipmentIds, readyAt, contact }) =>
    begin(connection, {
      subject: 'Generate transports',
      path: `${planPath(planId)}/transportationOptions`,
      body: {
        placementOptionId: placementId,
        shipmentTransportationConfigurations: shipmentIds.map((shipmentId) => ({
          shipmentId,
          readyToShipWindow: { start: minuteText(readyAt) },
          contactInformation: contactInput(contact),
        })),
      },
    }),
  async transports(connection, planId, shipmentId) {
    const path = `${planPath(planId)}/transportationOptions`;
    const request = { subject: 'Read transports', method: 'GET', path, query: { pageSize: '20', shipmentId } } as const;
    return (await listAmazon(connection, request, TransportsPage)).map(transportOf);
  },
  generateDeliveryWindows: (connection, planId, shipmentId) =>
    begin(connection, {
      subject: 'Generate delivery windows',
      path: `${shipmentPath(planId, shipmentId)}/deliveryWindowOptions`,
    }),
  async deliveryWindows(connection, planId, shipmentId) {
    const path = `${shipmentPath(planId, shipmentId)}/deliveryWindowOptions`;
    const request = { subject: 'Read delivery windows', method: 'GET', path, query: { pageSize: '100' } } as const;
    return windowsOf(await listAmazon(connection, request, WindowsPage), connection.now());
  },
  acceptDeliveryWindow: (connection, planId, shipmentId, windowId) =>
    begin(connection, {
      subject: 'Confirm the delivery window',
      path: `${shipmentPath(planId, shipmentId)}/deliveryWindowOptions/${part(windowId)}/confirmation`,
    }),
  acceptTransports: (connection, planId, chosen) =>
    begin(connection, {
      subject: 'Confirm the transports',
      path: `${planPath(planId)}/transportationOptions/confirmation`,
      body: {
        transportationSelections: chosen.map(({ shipmentId, transportId }) => ({
          shipmentId,
          transportationOptionId: transportId,
        })),
      },
    }),
  cancelPlan: (connection, planId) =>
    begin(connection, { subject: 'Cancel the plan', method: 'PUT', path: `${planPath(planId)}/cancellation` }),
  boxIds,
  sendTracking: (connection, planId, shipmentId, boxes) =>
    begin(connection, {
      subject: 'Send tracking numbers',
      method: 'PUT',
      path: `${shipmentPath(planId, shipmentId)}/trackingDetails`,
      body: {
        trackingDetails: {
          spdTrackingDetail: {
            spdTrackingItems: boxes.map(({ boxId, trackingNumber }) => ({ boxId, trackingId: trackingNumber })),
          },
        },
      },
    }),
  labels,
  submitFeed,
  async feed(connection, feedId) {
    const request = { subject: 'Look at the carton feed', method: 'GET', path: feedPath(feedId) } as const;
    const feed = await callAmazon(connection, request, FeedShape);
    return feedOf(feed, feed.resultFeedDocumentId ? await readReport(connection, feed.resultFeedDocumentId) : '');
  },
  cancelFeed: (connection, feedId) =>
    sendToAmazon(connection, { subject: 'Cancel the carton feed', method: 'DELETE', path: feedPath(feedId) }),
};
