import { billingEntries, entryList } from '../billing/entries.ts';
import { unbilled, unbilledList } from '../billing/unbilled.ts';
import { clientList, clients } from '../clients/clients.ts';
import { inventories, inventoryList } from '../inventory/inventories.ts';
import type { Access } from '../kit/access.ts';
import type { ListSpec } from '../kit/list.ts';
import type { Operator } from '../kit/list-query.ts';
import { locationList, locations } from '../locations/locations.ts';
import { directionOf, type OrderType } from '../orders/order-status.ts';
import { orderList, orders } from '../orders/orders.ts';
import { relationList, relations } from '../relations/relations.ts';
import { clientShipmentList } from '../shipments/client-shipments.ts';
import { shipmentList } from '../shipments/shipment-list.ts';
import { shipments } from '../shipments/shipments.ts';
import { countList, counts } from '../stock/counts.ts';
import { licenseList, licenses } from '../stock/licenses.ts';
import { bucketList, serials } from '../stock/serials.ts';
import type { ServerTextKey } from '../text/text-for.ts';
import type { NameKind } from './phrase-offer.ts';

/** A field of the list's conditions; `relation` is empty for a field of the record itself. */
export interface PhraseField {
  relation: string;
  field: string;
  label: ServerTextKey;
}

export interface PhraseFilter {
  name: string;
  label: ServerTextKey;
  values: Record<string, ServerTextKey>;
}

/** Stands for the day of the question in the value of a condition. */
export const TODAY = '{today}';

/** What a word says of the rows: one of the list's filters, or one of its conditions. */
export type PhraseCriterion =
  | { filter: string; values: readonly string[] }
  | { field: PhraseField; operator: Operator; value: string };

export interface PhraseWord {
  words: ServerTextKey;
  says: PhraseCriterion;
  /** Beside a day the word names this field instead: *shipped yesterday*. */
  dated?: PhraseField;
  /** Beside a day the word would mean a field that the list does not have: such a phrase is not understood. */
  refusesDays?: true;
  /** Beside a number the word names this field instead: *less than 5 in stock*. */
  counted?: PhraseField;
  /** Means this list also when the phrase does not name it. */
  impliesList?: true;
  /** Names the list as well: *kits*. */
  namesList?: true;
  /**
   * The rows answer this of other records too (`answersFor`): *late orders*; of some words only beside a day: *orders
   * shipped yesterday*.
   */
  ofOthers?: 'always' | 'dated';
}

/** A field that days or numbers are compared with when its words are next to them. */
export interface PhraseMeasure {
  field: PhraseField;
  words?: ServerTextKey;
  /** Used for days, or numbers, without any word. */
  isDefault?: true;
  /** What the words mean without a day: up to so many days from now. */
  daysAhead?: number;
  /** Rows have several such days, so that only an end can be asked for, not a span. */
  hasOnlyEnd?: true;
  /** Days to come make sense. */
  isPlanned?: true;
  impliesList?: true;
}

/** What a name restricts: a filter by id, a condition by name, or the list that is the working client's anyway. */
export type PhraseName = { filter: string; label: ServerTextKey } | { field: PhraseField } | 'working client';

/** A list that phrases can mean. Filters and conditions are those of its declaration; this adds the words for them. */
export interface PhraseList {
  name: string;
  spec: ListSpec;
  access: Access;
  /** Client users have their own list of some records, main users the warehouse's. */
  audience: 'main' | 'client' | 'all';
  title: ServerTextKey;
  words: ServerTextKey;
  /**
   * The word for records of another list that the rows of this one can answer for: *late orders* is answered by
   * shipments, because only they know what is late.
   */
  answersFor?: ServerTextKey;
  path: string;
  after?: string;
  filters: readonly PhraseFilter[];
  says: readonly PhraseWord[];
  days: readonly PhraseMeasure[];
  numbers: readonly PhraseMeasure[];
  names: Partial<Record<NameKind, PhraseName>>;
}

const own = (field: string, label: ServerTextKey): PhraseField => ({ relation: '', field, label });
const yesNo = (name: string, label: ServerTextKey): PhraseFilter => ({
  name,
  label,
  values: { 1: 'lists.yes', 0: 'lists.no' },
});
const isTrue = (filter: string, words: ServerTextKey, more: Partial<PhraseWord> = {}): PhraseWord => ({
  words,
  says: { filter, values: ['1'] },
  ...more,
});
const isFalse = (filter: string, words: ServerTextKey): PhraseWord => ({ words, says: { filter, values: ['0'] } });

const activity: PhraseFilter = {
  name: 'is_active',
  label: 'lists.status',
  values: { 1: 'lists.active', 0: 'lists.disabled' },
};
const inactive = isFalse('is_active', 'phrases.values.inactive');

interface OrderWords {
  type: OrderType;
  name: string;
  title: ServerTextKey;
  words: ServerTextKey;
  relation: ServerTextKey;
}

function ordersOf({ type, name, title, words, relation }: OrderWords): PhraseList {
  const isOutbound = directionOf(type) === 'outbound';
  const isOfCustomer = type.startsWith('Customer');
  const party = { field: { relation: 'relation', field: 'name', label: relation } };
  return {
    name,
    spec: orderList,
    access: orders.list.access,
    audience: 'all',
    title,
    words,
    path: `/orders/${type.replace(' ', '-')}/default`,
    filters: [
      {
        name: 'status',
        label: 'orders.status',
        values: {
          Open: 'orders.statuses.Open',
          Processed: 'orders.statuses.Processed',
          Finished: 'orders.statuses.Finished',
          Cancelled: 'orders.statuses.Cancelled',
        },
      },
      yesNo('bo', 'orders.backOrder'),
    ],
    says: [
      { words: 'phrases.values.openOrders', says: { filter: 'status', values: ['Open'] } },
      {
        words: isOutbound ? 'phrases.values.doneOrders' : 'phrases.values.doneReceivingOrders',
        says: { filter: 'status', values: ['Finished'] },
        refusesDays: true,
      },
      {
        words: isOutbound ? 'phrases.values.unshippedOrders' : 'phrases.values.unreceivedOrders',
        says: { filter: 'status', values: ['Open', 'Processed'] },
      },
      { words: 'phrases.values.cancelledOrders', says: { filter: 'status', values: ['Cancelled'] } },
      isTrue('bo', 'phrases.values.backOrdered', type === 'Customer Order' ? { impliesList: true } : {}),
    ],
    days: [
      { field: own('created_at', 'orders.createdAt'), words: 'phrases.fields.created', isDefault: true },
      { field: own('updated_at', 'orders.updatedAt'), words: 'phrases.fields.updated' },
    ],
    numbers: [],
    names: {
      client: 'working client',
      [isOfCustomer ? 'customer' : 'vendor']: party,
      item: { field: { relation: 'lines', field: 'sku', label: 'orders.conditions.lineSku' } },
    },
  };
}

const shipmentStatuses: PhraseFilter = {
  name: 'status',
  label: 'shipments.status',
  values: {
    'In Warehouse': 'orders.shipmentStatuses.In Warehouse',
    Ready: 'orders.shipmentStatuses.Ready',
    Finished: 'orders.shipmentStatuses.Finished',
  },
};

const UNFINISHED = ['In Warehouse', 'Ready'];
const shipDate = own('ship_date', 'shipments.shipDate');
const finishedDate = own('finished_date', 'shipments.finishedDate');

/** The words for the states of shipments that leave, or that arrive. */
const statesOf = (isOutbound: boolean, more: Partial<PhraseWord>): PhraseWord[] => [
  { words: 'phrases.values.inWarehouse', says: { filter: 'status', values: ['In Warehouse'] } },
  { words: 'phrases.values.readyShipments', says: { filter: 'status', values: ['Ready'] } },
  {
    words: isOutbound ? 'phrases.values.shipped' : 'phrases.values.received',
    says: { filter: 'status', values: ['Finished'] },
    ...more,
  },
  {
    words: isOutbound ? 'phrases.values.unshipped' : 'phrases.values.unreceived',
    says: { filter: 'status', values: UNFINISHED },
  },
];

const late = (isOutbound: boolean): PhraseWord =>
  isTrue('late', 'phrases.values.late', { ofOthers: 'always', ...(isOutbound ? { impliesList: true } : {}) });

/** Shipments of all clients, as the warehouse works on them. */
const shipmentsOf = (isOutbound: boolean): PhraseList => ({
  name: isOutbound ? 'shipping' : 'receiving',
  spec: shipmentList,
  access: shipments.list.access,
  audience: 'main',
  title: isOutbound ? 'navigation.shipments.outbound' : 'navigation.shipments.inbound',
  words: isOutbound ? 'phrases.lists.shipping' : 'phrases.lists.receiving',
  answersFor: isOutbound ? 'phrases.lists.customerOrders' : 'phrases.lists.vendorOrders',
  path: isOutbound ? '/f/outbound/default' : '/f/inbound/default',
  filters: [
    shipmentStatuses,
    yesNo('late', 'shipments.late'),
    yesNo('held', 'shipments.held'),
    ...(isOutbound ? [yesNo('lacks_labels', 'shipments.lacksLabels')] : []),
    yesNo('billed', 'shipments.billed'),
  ],
  says: [
    ...statesOf(isOutbound, { dated: finishedDate, ofOthers: 'dated' }),
    late(isOutbound),
    isTrue('held', 'phrases.values.held'),
    ...(isOutbound ? [isTrue('lacks_labels', 'phrases.values.lacksLabels', { impliesList: true })] : []),
    isTrue('billed', 'phrases.values.billed', { refusesDays: true }),
    isFalse('billed', 'phrases.values.notBilled'),
    {
      words: 'phrases.values.packed',
      says: { field: own('packed', 'shipments.packed'), operator: '=', value: '1' },
      refusesDays: true,
    },
    {
      words: 'phrases.values.notPacked',
      says: { field: own('packed', 'shipments.packed'), operator: '=', value: '0' },
    },
  ],
  days: [
    { field: shipDate, words: 'phrases.fields.shipDate', isDefault: true, isPlanned: true },
    { field: own('created_at', 'shipments.createdAt'), words: 'phrases.fields.created' },
  ],
  numbers: [{ field: own('carton_count', 'shipments.cartonCount'), words: 'phrases.fields.cartons' }],
  names: {
    client: { filter: 'client_id', label: 'shipments.client' },
    customer: { field: { relation: 'relation', field: 'name', label: 'shipments.conditions.relationName' } },
    vendor: { field: { relation: 'relation', field: 'name', label: 'shipments.conditions.relationName' } },
    courier: { field: { relation: 'courier', field: 'name', label: 'shipments.conditions.courierName' } },
    item: { field: { relation: 'lines', field: 'sku', label: 'shipments.conditions.lineSku' } },
  },
});

/** Shipments as their client follows them. */
const clientShipmentsOf = (isOutbound: boolean): PhraseList => ({
  name: isOutbound ? 'own shipments' : 'own deliveries',
  spec: clientShipmentList,
  access: orders.shipments.access,
  audience: 'client',
  title: isOutbound ? 'navigation.ofClient.outbound' : 'navigation.ofClient.inbound',
  words: isOutbound ? 'phrases.lists.shipping' : 'phrases.lists.receiving',
  answersFor: isOutbound ? 'phrases.lists.customerOrders' : 'phrases.lists.vendorOrders',
  path: isOutbound ? '/shipments/outbound' : '/shipments/inbound',
  filters: [shipmentStatuses, yesNo('late', 'shipments.late')],
  says: [...statesOf(isOutbound, { refusesDays: true }), late(isOutbound)],
  days: [],
  numbers: [],
  names: { client: 'working client' },
});

const expires: PhraseField = { relation: 'lots', field: 'expire_date', label: 'inventory.expires' };
const inStock = own('in_stock', 'inventory.total');
const quarantined = own('quarantined', 'inventory.quarantined');
/** What *expiring* means when no number of days is said. */
const EXPIRING_DAYS = 30;

const items: PhraseList = {
  name: 'inventory',
  spec: inventoryList,
  access: inventories.list.access,
  audience: 'all',
  title: 'inventory.title',
  words: 'phrases.lists.inventory',
  path: '/inventories/default',
  filters: [
    {
      name: 'type',
      label: 'inventory.type',
      values: { Item: 'inventory.types.Item', Kit: 'inventory.types.Kit' },
    },
    activity,
  ],
  says: [
    { words: 'phrases.values.kits', says: { filter: 'type', values: ['Kit'] }, namesList: true },
    {
      words: 'phrases.values.expired',
      says: { field: expires, operator: '<', value: TODAY },
      dated: expires,
      impliesList: true,
    },
    {
      words: 'phrases.values.quarantined',
      says: { field: quarantined, operator: '>', value: '0' },
      counted: quarantined,
      impliesList: true,
    },
    {
      words: 'phrases.values.outOfStock',
      says: { field: inStock, operator: '=', value: '0' },
      impliesList: true,
    },
    { words: 'phrases.values.inStock', says: { field: inStock, operator: '>', value: '0' }, counted: inStock },
    inactive,
  ],
  days: [
    {
      field: expires,
      words: 'phrases.fields.expires',
      daysAhead: EXPIRING_DAYS,
      hasOnlyEnd: true,
      isPlanned: true,
      impliesList: true,
    },
    { field: own('updated_at', 'inventory.updatedAt'), words: 'phrases.fields.updated' },
  ],
  numbers: [
    { field: inStock, words: 'phrases.fields.units', isDefault: true },
    { field: own('available', 'inventory.available'), words: 'phrases.fields.available' },
    { field: own('reserved', 'inventory.reserve'), words: 'phrases.fields.reserved' },
  ],
  names: { client: 'working client' },
};

const relationsOf = (isCustomer: boolean): PhraseList => ({
  name: isCustomer ? 'customers' : 'vendors',
  spec: relationList,
  access: relations.list.access,
  audience: 'all',
  title: isCustomer ? 'shell.customers' : 'shell.vendors',
  words: isCustomer ? 'phrases.lists.customers' : 'phrases.lists.vendors',
  path: isCustomer ? '/relations/customer' : '/relations/vendor',
  filters: [activity],
  says: [inactive],
  days: [{ field: own('updated_at', 'relations.updatedAt'), words: 'phrases.fields.updated' }],
  numbers: [],
  names: { client: 'working client' },
});

/** Lists of all clients, whose rows are filtered by the client and by little else. */
const plain: Pick<PhraseList, 'audience' | 'filters' | 'says' | 'days' | 'numbers' | 'names'> = {
  audience: 'main',
  filters: [],
  says: [],
  days: [],
  numbers: [],
  names: {},
};
const ofClient = (label: ServerTextKey): PhraseList['names'] => ({ client: { filter: 'client_id', label } });

/** In the order in which their offers are shown. */
export const PHRASE_LISTS: readonly PhraseList[] = [
  shipmentsOf(true),
  shipmentsOf(false),
  clientShipmentsOf(true),
  clientShipmentsOf(false),
  ordersOf({
    type: 'Customer Order',
    name: 'customer orders',
    title: 'navigation.orders.Customer Order',
    words: 'phrases.lists.customerOrders',
    relation: 'orders.conditions.customer.name',
  }),
  ordersOf({
    type: 'Vendor Order',
    name: 'vendor orders',
    title: 'navigation.orders.Vendor Order',
    words: 'phrases.lists.vendorOrders',
    relation: 'orders.conditions.vendor.name',
  }),
  ordersOf({
    type: 'Customer Return',
    name: 'customer returns',
    title: 'navigation.orders.Customer Return',
    words: 'phrases.lists.customerReturns',
    relation: 'orders.conditions.customer.name',
  }),
  ordersOf({
    type: 'Vendor Return',
    name: 'vendor returns',
    title: 'navigation.orders.Vendor Return',
    words: 'phrases.lists.vendorReturns',
    relation: 'orders.conditions.vendor.name',
  }),
  items,
  {
    ...plain,
    name: 'licenses',
    spec: licenseList,
    access: licenses.list.access,
    title: 'shell.licenses',
    words: 'phrases.lists.licenses',
    path: '/licenses',
    names: ofClient('licenses.client'),
  },
  {
    ...plain,
    name: 'serials',
    spec: bucketList,
    access: serials.list.access,
    title: 'shell.serials',
    words: 'phrases.lists.serials',
    path: '/serials',
    filters: [
      {
        name: 'state',
        label: 'serials.state',
        values: {
          created: 'serials.states.created',
          in_stock: 'serials.states.in_stock',
          quarantined: 'serials.states.quarantined',
          shipped: 'serials.states.shipped',
          disposed: 'serials.states.disposed',
        },
      },
    ],
    names: ofClient('serials.client'),
  },
  {
    ...plain,
    name: 'counts',
    spec: countList,
    access: counts.list.access,
    title: 'shell.counts',
    words: 'phrases.lists.counts',
    path: '/counts',
    filters: [
      {
        name: 'state',
        label: 'counts.state',
        values: {
          open: 'counts.states.open',
          posting: 'counts.states.posting',
          posted: 'counts.states.posted',
          cancelled: 'counts.states.cancelled',
        },
      },
    ],
    names: ofClient('counts.client'),
  },
  {
    ...plain,
    name: 'locations',
    spec: locationList,
    access: locations.list.access,
    title: 'shell.locations',
    words: 'phrases.lists.locations',
    path: '/locations',
    filters: [{ name: 'type', label: 'locations.type', values: { P: 'locations.types.P', S: 'locations.types.S' } }],
  },
  relationsOf(true),
  relationsOf(false),
  {
    ...plain,
    name: 'clients',
    spec: clientList,
    access: clients.list.access,
    title: 'shell.clients',
    words: 'phrases.lists.clients',
    path: '/clients',
    filters: [activity],
    says: [inactive],
  },
  {
    ...plain,
    name: 'billing entries',
    spec: entryList,
    access: billingEntries.list.access,
    title: 'navigation.entries',
    words: 'phrases.lists.entries',
    path: '/billing/entries',
    days: [{ field: own('bill_date', 'billing.entries.billDate'), words: 'phrases.fields.billDay', isDefault: true }],
    names: ofClient('billing.entries.client'),
  },
  {
    ...plain,
    name: 'unbilled',
    spec: unbilledList,
    access: unbilled.list.access,
    title: 'navigation.unbilled',
    words: 'phrases.lists.unbilled',
    path: '/billing/unbilled',
    filters: [
      {
        name: 'state',
        label: 'billing.unbilled.state',
        values: { open: 'billing.unbilled.open', waived: 'billing.unbilled.waived' },
      },
    ],
    names: ofClient('billing.unbilled.client'),
  },
];
