import type { Page } from '@playwright/test';
import { connectDemoShop } from './connections.ts';
import { connectApi, keepLogin } from './people.ts';
import { type OwnWarehouse, ownWarehouse } from './warehouse.ts';

/** Records that dialogs need and the demo does not have. Each belongs to a client of its own. */

const uniqueName = (name: string) => `${name}-${Date.now().toString(36)}`;

interface Shipment {
  shipment_lines: { id: number; quantity: number }[];
}

async function receive(own: OwnWarehouse, itemId: number, units: number): Promise<void> {
  const { shipmentId } = await own.shipped('Vendor Order', uniqueName('VO'), [[itemId, units]]);
  const { shipment_lines: lines } = await own.call<Shipment>('GET', `/shipments/${shipmentId}`);
  for (const { id: lineId, quantity } of lines)
    await own.call('POST', `/shipments/${shipmentId}/fulfill/line`, { lineId, quantity });
}

/** The page of a shipment with one line, whose units are in stock. */
export async function shipmentOfOneLine(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'looked-at');
  const item = await own.item(uniqueName('ONE'));
  await receive(own, item.id, 5);
  const { shipmentId } = await own.shipped('Customer Order', uniqueName('CO'), [[item.id, 5]]);
  return `/f/outbound/${shipmentId}`;
}

/** The page of a shipment that another person holds. */
export async function heldShipment(page: Page): Promise<string> {
  const path = await shipmentOfOneLine(page);
  const staff = await connectApi(page, 'staff@longshore.test');
  await staff('PUT', `/shipments/${path.split('/').at(-1)}/lock`, {});
  return path;
}

/** The page of an item that several shipments hold. */
export async function reservedItem(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'reserved');
  const item = await own.item(uniqueName('HELD'));
  await receive(own, item.id, 12);
  for (let times = 0; times < 6; times++) await own.shipped('Customer Order', uniqueName(`CO${times}`), [[item.id, 2]]);
  return `/inventories/${item.id}/action/view`;
}

/** The page of an item of which some is quarantined: whether those of the demo are depends on the day. */
export async function quarantinedItem(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'quarantined');
  const item = await own.item(uniqueName('APART'));
  const license = uniqueName('LP');
  await own.plate(license);
  const goods = { inventory_id: item.id, qty: 6 };
  await own.call('POST', '/operations/inventories/adjust', { ...goods, license });
  const apart = { ...goods, from_lp: license, to_lp: license, is_to_quarantine: 1 };
  await own.call('POST', '/operations/inventories/move', apart);
  return `/inventories/${item.id}/action/view`;
}

/** The page of a customer with a comment of the person who looks. */
export async function commentedCustomer(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'commented');
  const { id } = await own.make('/relations', { type: 'customer', client_id: own.clientId, name: 'Commented' });
  const comment = { comment: 'Ring twice', internal: 0, commentable_type: 'Relation', commentable_id: id };
  await own.make('/upload/comments', comment);
  return `/relations/customer/${id}/action/view`;
}

/** The page of a plate with more movements than it shows. */
export async function busyPlate(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'busy');
  const item = await own.item(uniqueName('BUSY'));
  const license = uniqueName('LP');
  const { id } = await own.plate(license);
  for (let times = 0; times < 7; times++)
    await own.call('POST', '/operations/inventories/adjust', { inventory_id: item.id, qty: 2, license });
  return `/licenses/${id}/action/view`;
}

/** A list with one order of the working client, which cannot be processed: nothing of its item is in stock. */
export async function orderWithoutStock(page: Page): Promise<string> {
  const call = await connectApi(page);
  const reference = uniqueName('SHORT');
  const fields = { client_id: 1, type: 'Item', sku: reference, name: 'Nothing in stock' };
  const { id: inventory_id } = await call('POST', '/inventories', fields);
  const address = { company: 'Harvest Lane Market', street1: '1 Quay', city: 'Oakland', country_code: 'US' };
  await call('POST', '/orders', {
    type: 'Customer Order',
    client_id: 1,
    reference,
    po: '',
    relation_id: 13,
    shipping_address: address,
    billing_address: address,
    shipping: { courier_id: 1 },
    lines: [{ inventory_id, quantity: 3 }],
  });
  return `/orders/Customer-Order/default/${encodeURIComponent(`search=${reference}`)}`;
}

/** An unused location, alone in its list. */
export async function emptyLocation(page: Page): Promise<string> {
  const call = await connectApi(page);
  const location = uniqueName('EMPTY').toUpperCase();
  await call('POST', '/locations', { location, type: 'P', billing_category: '' });
  return `/locations/${encodeURIComponent(`search=${location}`)}`;
}

/** A plate that no shipment has used, alone in its list. */
export async function unusedPlate(page: Page): Promise<string> {
  const call = await connectApi(page);
  const license = uniqueName('UNUSED').toUpperCase();
  await call('POST', '/licenses', { license, client_id: 1, uom_id: 1 });
  return `/licenses/${encodeURIComponent(`search=${license}`)}`;
}

interface BilledClient {
  clientId: number;
  month: string;
  entryId: number;
}

/** A client with one entry, in the last month. */
async function billedClient(page: Page): Promise<BilledClient> {
  const call = await connectApi(page);
  const name = uniqueName('Looked at');
  const { id: clientId } = await call('POST', '/clients', { company: name, email: 'looked-at@journey.test' });
  const { id: activityId } = await call('POST', '/billing/activities', { client_id: clientId, name: 'Work' });
  const { id: itemId } = await call('POST', '/billing/items', { name: `${name} hour` });
  await call('POST', `/billing/activities/${activityId}/items/${itemId}`, { rate: '10', valid_from: '2020-01-01' });
  const { month } = await call<{ month: string }>('GET', '/billing/statements');
  const [made] = await call<{ id: number }[]>('POST', '/billing/entries', {
    client_id: clientId,
    billing_activity_id: activityId,
    bill_date: `${month}-10`,
    reference: 'HOURS-1',
    entries: [{ billing_item_id: itemId, quantity: '5' }],
  });
  return { clientId, month, entryId: made?.id ?? 0 };
}

/** The statement of a month that can be closed. */
export async function openStatement(page: Page): Promise<string> {
  const { clientId, month } = await billedClient(page);
  return `/billing/statements/${clientId}/${month}`;
}

async function closedMonth(page: Page): Promise<BilledClient> {
  const billed = await billedClient(page);
  const call = await connectApi(page);
  await call('PUT', `/billing/statements/${billed.clientId}/${billed.month}/close`, { unbilled: 0 });
  return billed;
}

export async function closedStatement(page: Page): Promise<string> {
  const { clientId, month } = await closedMonth(page);
  return `/billing/statements/${clientId}/${month}`;
}

/** The statement of a closed month as a user of the client sees it. */
export async function closedStatementOfClient(page: Page): Promise<string> {
  const { clientId: client_id, month } = await closedMonth(page);
  const call = await connectApi(page);
  const email = `${uniqueName('reader')}@own.test`;
  const fields = { name: 'Reader', email, is_main_user: false, is_su: false, client_id, statement_reader: true };
  const { newlyCreatedPassword } = await call<{ newlyCreatedPassword: string }>('POST', '/users', fields);
  await keepLogin(page, email, newlyCreatedPassword);
  return `/statements/${month}`;
}

/** The page of an entry of a closed month. */
export const closedEntry = async (page: Page) => `/billing/entries/${(await closedMonth(page)).entryId}/action/view`;

/** The page of the entry that takes back another one. */
export async function reversal(page: Page): Promise<string> {
  const { entryId } = await closedMonth(page);
  const call = await connectApi(page);
  const made = await call<{ id: number; quantity: number }[]>('POST', `/billing/entries/${entryId}/correction`, {
    quantity: '4',
    price: '10',
    note: '',
  });
  return `/billing/entries/${made.find(({ quantity }) => quantity < 0)?.id}/action/view`;
}

/** The profile of a new user, who has a token. */
export async function profileWithToken(page: Page): Promise<string> {
  const call = await connectApi(page);
  const email = `${uniqueName('looked-at')}@own.test`;
  const fields = { name: 'Looked at', email, is_main_user: true, is_su: true };
  const { newlyCreatedPassword: password } = await call<{ newlyCreatedPassword: string }>('POST', '/users', fields);
  const own = await keepLogin(page, email, password);
  await own('POST', '/me/token', { current_password: password, read_only: 1, expires_in_days: 30 });
  return '/profiles';
}

/** The page of a connection with orders that wait: nothing that the shop sells is known here. */
export async function connectedShop(page: Page): Promise<string> {
  const own = await ownWarehouse(page, 'connected');
  return `/integrations/${await connectDemoShop(own.call, own.clientId)}/action/view`;
}

/** The page of the demo's shipment whose labels were bought. */
export async function labelledShipment(page: Page): Promise<string> {
  const call = await connectApi(page);
  const query = 'filter_by[status]=Finished&filter_by[type]=outbound&per_page=100';
  const { records } = await call<{ records: { id: number; courier: string }[] }>('GET', `/shipments?${query}`);
  return `/f/outbound/${records.find(({ courier }) => courier === 'Cheapest label')?.id}`;
}

/** The page of a shipment whose courier is mapped to a carrier of the shipping station. */
export async function stationShipment(page: Page): Promise<string> {
  const path = await shipmentOfOneLine(page);
  const call = await connectApi(page);
  const couriers = await call<{ id: number; name: string; ss_mapping_carrier: string }[]>('GET', '/couriers');
  const courier_id = couriers.find(({ ss_mapping_carrier }) => ss_mapping_carrier)?.id;
  await call('PUT', `/shipments/${path.split('/').at(-1)}/util/carrier`, { courier_id, payment_method: 'prepaid' });
  return path;
}
