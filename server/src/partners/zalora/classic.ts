import { z } from 'zod';
import { type Connection, PartnerProblem } from '../../modules/channels/index.ts';
import type { SellerCenter } from './api.ts';
import { callClassic } from './client.ts';
import {
  ClassicDocumentShape,
  ClassicItemsShape,
  ClassicManyItemsShape,
  ClassicOrdersShape,
  ClassicProvidersShape,
  ClassicWebhooksShape,
  type ZaloraOrder,
  type ZaloraPackage,
} from './shapes.ts';

const moment = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, '+00:00');
const idList = (ids: readonly string[]): string => `[${ids.join(',')}]`;
const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type ClassicRow = z.output<typeof ClassicOrdersShape>['Orders'][number];
type ClassicItem = z.output<typeof ClassicItemsShape>['OrderItems'][number];

const orderOf = (row: ClassicRow, items: readonly ClassicItem[]): ZaloraOrder => ({
  id: row.OrderId,
  number: row.OrderNumber,
  createdAt: row.CreatedAt,
  updatedAt: row.UpdatedAt,
  customer: { firstName: row.CustomerFirstName, lastName: row.CustomerLastName },
  shipping: row.AddressShipping ?? null,
  billing: row.AddressBilling ?? null,
  deliveryInfo: row.DeliveryInfo,
  remarks: row.Remarks,
  currency: items[0]?.currency ?? '',
  units: items.map(({ unit }) => unit),
});

/** The API cannot search by number: orders of so many days are looked through, newest first. */
const SEARCH_DAYS = 60;
const DAY_MS = 86_400_000;
const SEARCH_PAGES = 30;
const PAGE = 100;

/** The classic API, of sellers that have no application yet. */
export function classicApi(connection: Connection): SellerCenter {
  const readOrders = async (subject: string, parameters: Record<string, string>) =>
    (await callClassic(connection, { subject, action: 'GetOrders', parameters }, ClassicOrdersShape)).Orders;
  const withItems = async (rows: readonly ClassicRow[]): Promise<ZaloraOrder[]> => {
    if (rows.length === 0) return [];
    const parameters = { OrderIdList: idList(rows.map(({ OrderId }) => OrderId)) };
    const request = { subject: 'Read items of orders', action: 'GetMultipleOrderItems', parameters };
    const { Orders } = await callClassic(connection, request, ClassicManyItemsShape);
    const items = new Map(Orders.map(({ OrderId, OrderItems }) => [OrderId, OrderItems]));
    return rows.map((row) => orderOf(row, items.get(row.OrderId) ?? []));
  };
  const readItems = async (orderId: string) => {
    const request = { subject: 'Read items', action: 'GetOrderItems', parameters: { OrderId: orderId } };
    return (await callClassic(connection, request, ClassicItemsShape)).OrderItems;
  };
  return {
    async account() {
      await readOrders('Read an order', { Limit: '1', Offset: '0', CreatedAfter: moment(connection.now()) });
      return connection.values.key_1;
    },
    async listOrders({ window, createdSince, limit, offset }) {
      const rows = await readOrders('List orders', {
        UpdatedAfter: moment(window.since),
        UpdatedBefore: moment(window.until),
        ...(createdSince ? { CreatedAfter: moment(createdSince) } : {}),
        Limit: String(limit),
        Offset: String(offset),
        SortBy: 'created_at',
        SortDirection: 'ASC',
      });
      return withItems(rows);
    },
    async readOrder(id) {
      try {
        const request = { subject: 'Read an order', action: 'GetOrder', parameters: { OrderId: id } };
        const { Orders } = await callClassic(connection, request, ClassicOrdersShape);
        const [row] = Orders;
        return row && orderOf(row, await readItems(id));
      } catch (error) {
        if (error instanceof PartnerProblem && error.kind === 'notFound') return undefined;
        throw error;
      }
    },
    async findOrder(number) {
      const since = new Date(connection.now().getTime() - SEARCH_DAYS * DAY_MS);
      for (let page = 0; page < SEARCH_PAGES; page++) {
        const rows = await readOrders('Search an order', {
          CreatedAfter: moment(since),
          Limit: String(PAGE),
          Offset: String(page * PAGE),
          SortBy: 'created_at',
          SortDirection: 'DESC',
        });
        const found = rows.find(({ OrderNumber }) => OrderNumber === number);
        if (found) return (await withItems([found]))[0];
        if (rows.length < PAGE) return undefined;
      }
      return undefined;
    },
    async packagesOf({ id }) {
      const packages = new Map<string, string[]>();
      for (const { unit, packageId } of await readItems(id))
        if (packageId) packages.set(packageId, [...(packages.get(packageId) ?? []), unit.id]);
      return [...packages].map(([packageId, unitIds]): ZaloraPackage => ({ id: packageId, unitIds }));
    },
    async providers() {
      const request = { subject: 'List shipping providers', action: 'GetShipmentProviders' };
      return (await callClassic(connection, request, ClassicProvidersShape)).ShipmentProviders;
    },
    async pack({ unitIds, method, provider, trackingNumber }) {
      const parameters = {
        OrderItemIds: idList(unitIds),
        DeliveryType: method,
        ShippingProvider: provider,
        ...(trackingNumber ? { TrackingNumber: trackingNumber } : {}),
      };
      const request = { subject: 'Pack items', action: 'SetStatusToPackedByMarketplace', parameters, writes: true };
      await callClassic(connection, request, z.unknown());
    },
    async setReady({ unitIds, method, provider, trackingNumber, packageId }) {
      const parameters = {
        OrderItemIds: idList(unitIds),
        DeliveryType: method,
        ShippingProvider: provider,
        TrackingNumber: trackingNumber,
        PackageId: packageId,
      };
      const request = { subject: 'Set items to ready', action: 'SetStatusToReadyToShip', parameters, writes: true };
      await callClassic(connection, request, z.unknown());
    },
    async document(kind, unitIds) {
      const parameters = { OrderItemIds: idList(unitIds), DocumentType: kind };
      const request = { subject: `Read a document: ${kind}`, action: 'GetDocument', parameters };
      const [document] = (await callClassic(connection, request, ClassicDocumentShape)).Documents;
      if (!document) throw new PartnerProblem('malformed', 'AnswerHasNoDocument');
      return { content: Buffer.from(document.File, 'base64') };
    },
    listWebhooks: () =>
      callClassic(connection, { subject: 'List webhooks', action: 'GetWebhooks' }, ClassicWebhooksShape),
    async createWebhook(callbackUrl, events) {
      const listed = events.map((event) => `<Event>${xmlText(event)}</Event>`).join('');
      const xml = `<?xml version="1.0" encoding="UTF-8"?><Request><Webhook><CallbackUrl>${xmlText(callbackUrl)}</CallbackUrl><Events>${listed}</Events></Webhook></Request>`;
      await callClassic(
        connection,
        { subject: 'Create a webhook', action: 'CreateWebhook', xml, writes: true },
        z.unknown(),
      );
    },
  };
}
