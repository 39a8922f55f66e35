import { z } from 'zod';
import {
  type Connection,
  type MarketplaceDocument,
  PartnerProblem,
  partnerText,
} from '../../modules/channels/index.ts';
import type { OrdersQuery, SellerCenter } from './api.ts';
import { callRest, download } from './client.ts';
import {
  RestChangedShape,
  type RestExport,
  RestExportShape,
  RestOrderShape,
  RestOrdersShape,
  RestPackagesShape,
  RestProvidersShape,
  RestSellerShape,
  RestWebhooksShape,
} from './shapes.ts';

/** In UTC, to the second: the API filters by whole seconds. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;

function ordersQuery({ window, createdSince, limit, offset }: OrdersQuery): [string, string | number][] {
  const query: [string, string | number][] = [
    ['limit', limit],
    ['offset', offset],
    ['updateDateStart', moment(window.since)],
    ['updateDateEnd', moment(window.until)],
    ['sort', 'createdAt'],
    ['sortDir', 'asc'],
  ];
  if (createdSince) query.push(['dateStart', moment(createdSince)]);
  return query;
}

/** The content of a finished document, or the ticket of one that is not finished yet. */
async function contentOf(connection: Connection, made: RestExport): Promise<MarketplaceDocument> {
  if (made.status === 'Error')
    throw new PartnerProblem('refused', made.note ? partnerText(made.note) : 'DocumentIsNotDrawn');
  if (made.status !== 'Finished') return { ticket: made.id };
  if (made.exportContent) return { content: Buffer.from(made.exportContent, 'base64') };
  const [link] = made.downloadLinks;
  if (!link) throw new PartnerProblem('malformed', 'AnswerHasNoDocument');
  return { content: await download(connection, link) };
}

/** REST 2.0. */
export function restApi(connection: Connection): SellerCenter {
  const startDocument = async (kind: string, unitIds: readonly string[]) => {
    const body = { orderItemIds: unitIds.map(Number), documentType: kind, format: 'pdf' };
    const path = '/orders/export-document';
    // Asked for twice, it is drawn twice.
    const request = { subject: `Ask for a document: ${kind}`, method: 'POST', path, body, isHarmless: true } as const;
    return callRest(connection, request, RestExportShape);
  };
  return {
    async account() {
      const seller = await callRest(
        connection,
        { subject: 'Read the seller', method: 'GET', path: '/seller' },
        RestSellerShape,
      );
      return seller.name || seller.companyName || seller.email || 'Zalora';
    },
    async listOrders(given) {
      const request = { subject: 'List orders', method: 'GET', path: '/orders', query: ordersQuery(given) } as const;
      return (await callRest(connection, request, RestOrdersShape)).items;
    },
    async readOrder(id) {
      try {
        const request = { subject: 'Read an order', method: 'GET', path: `/orders/${id}` } as const;
        return await callRest(connection, request, RestOrderShape);
      } catch (error) {
        if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
        throw error;
      }
    },
    async findOrder(number) {
      const query = [['limit', 10] as const, ['offset', 0] as const, ['orderNumbers[]', number] as const];
      const request = { subject: 'Search an order', method: 'GET', path: '/orders', query } as const;
      const { items } = await callRest(connection, request, RestOrdersShape);
      return items.find((order) => order.number === number);
    },
    packagesOf({ units }) {
      const query = units.map(({ id }) => ['orderItemIds[]', id] as const);
      const request = { subject: 'Read packages', method: 'GET', path: '/order-items/packages', query } as const;
      return callRest(connection, request, RestPackagesShape);
    },
    providers: () =>
      callRest(
        connection,
        { subject: 'List shipping providers', method: 'GET', path: '/orders-shipment-providers' },
        RestProvidersShape,
      ),
    async pack({ unitIds, method, provider, trackingNumber }) {
      const body = {
        orderItems: unitIds.map((id) => ({ orderItemId: Number(id) })),
        deliveryType: method,
        shippingProvider: provider,
        ...(trackingNumber ? { trackingNumber } : {}),
      };
      const path = '/orders/statuses/set-to-packed-by-marketplace';
      await callRest(connection, { subject: 'Pack items', method: 'POST', path, body }, RestChangedShape);
    },
    async setReady({ unitIds, method, provider, trackingNumber }) {
      const body = {
        // The other call names the id of an item differently.
        orderItems: unitIds.map((id) => ({ id: Number(id) })),
        trackingNumber,
        deliveryType: method,
        ...(provider ? { shippingProvider: provider } : {}),
      };
      const path = '/orders/statuses/set-to-ready-to-ship';
      await callRest(connection, { subject: 'Set items to ready', method: 'POST', path, body }, RestChangedShape);
    },
    async document(kind, unitIds, ticket) {
      if (!ticket) return contentOf(connection, await startDocument(kind, unitIds));
      const request = { subject: `Look at a document: ${kind}`, method: 'GET', path: `/exports/${ticket}` } as const;
      const made = await callRest(connection, request, RestExportShape);
      return contentOf(connection, made.status === 'Expired' ? await startDocument(kind, unitIds) : made);
    },
    listWebhooks: () =>
      callRest(connection, { subject: 'List webhooks', method: 'GET', path: '/webhooks' }, RestWebhooksShape),
    async createWebhook(callbackUrl, events) {
      const body = { callbackUrl, events };
      const request = { subject: 'Create a webhook', method: 'POST', path: '/webhook', body } as const;
      await callRest(connection, request, z.looseObject({}));
    },
  };
}
