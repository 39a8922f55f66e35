import { accountsEvents } from './accounts/events.ts';
import { billingEvents } from './billing/events.ts';
import { channelsEvents } from './channels/events.ts';
import { clientsEvents } from './clients/events.ts';
import { companyEvents } from './company/events.ts';
import { exceptionsEvents } from './exceptions/events.ts';
import { floorEvents } from './floor/events.ts';
import { inventoryEvents } from './inventory/events.ts';
import type { In, Out } from './kit/endpoint.ts';
import { locationsEvents } from './locations/events.ts';
import { ordersEvents } from './orders/events.ts';
import { recordsEvents } from './records/events.ts';
import { relationsEvents } from './relations/events.ts';
import { reportsEvents } from './reports/events.ts';
import { shipmentsEvents } from './shipments/events.ts';
import { shippingEvents } from './shipping/events.ts';
import { freightEvents } from './shipping/freight-events.ts';
import { stationEvents } from './shipping/station-events.ts';
import { stockEvents } from './stock/events.ts';

/** Every kind of event: the server records and dispatches no other, and the web refreshes what it declares. */
export const events = {
  ...accountsEvents,
  ...companyEvents,
  ...clientsEvents,
  ...recordsEvents,
  ...relationsEvents,
  ...inventoryEvents,
  ...locationsEvents,
  ...stockEvents,
  ...ordersEvents,
  ...shipmentsEvents,
  ...billingEvents,
  ...channelsEvents,
  ...shippingEvents,
  ...stationEvents,
  ...freightEvents,
  ...floorEvents,
  ...exceptionsEvents,
  ...floorEvents,
  ...reportsEvents,
};

export type EventKind = keyof typeof events;
/** What is given when an event of the kind is recorded, and what its subscribers receive. */
export type EventPayloadIn<Kind extends EventKind> = In<(typeof events)[Kind]['payload']>;
export type EventPayload<Kind extends EventKind> = Out<(typeof events)[Kind]['payload']>;
