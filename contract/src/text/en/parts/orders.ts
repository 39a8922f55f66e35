import { fulfilment, messages as fulfilmentMessages } from '../fulfilment.ts';
import { orders, messages as ordersMessages } from '../orders.ts';
import { packing, messages as packingMessages } from '../packing.ts';
import { papers, messages as papersMessages } from '../papers.ts';
import { shipments, messages as shipmentsMessages } from '../shipments.ts';

/** Texts of orders and shipments, from the order line to the papers. */
export const orderTexts = {
  orders,
  shipments,
  fulfilment,
  packing,
  papers,
  messages: { ...fulfilmentMessages, ...ordersMessages, ...packingMessages, ...papersMessages, ...shipmentsMessages },
};
