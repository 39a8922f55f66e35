import type { Access, Direction, OrderType, WorkCounters } from '@longshore/contract';
import type { ComponentType } from 'react';
import type { PlainKey } from '../lib/text/text.ts';
import {
  IconAccrual,
  IconBillingActivities,
  IconBillingEntries,
  IconBillingItems,
  IconBillingReports,
  IconBillingStatements,
  IconCarts,
  IconClients,
  IconCompany,
  IconConfigurations,
  IconCounts,
  IconCustomerOrders,
  IconCustomerReturns,
  IconCustomers,
  IconDashboard,
  IconExceptions,
  IconFaces,
  IconFloor,
  IconIntegrations,
  IconInventory,
  IconJobs,
  IconLicenses,
  IconLocations,
  IconMessages,
  IconOutbox,
  IconParkedEvents,
  IconReceiving,
  IconReports,
  IconSerials,
  IconShipping,
  IconSignIns,
  IconTotes,
  IconUnbilled,
  IconUserCog,
  IconVendorOrders,
  IconVendorReturns,
  IconVendors,
  IconWaves,
} from './navigation-icons.ts';

export interface NavigationEntry {
  label: PlainKey;
  href: string;
  /** The entry is highlighted for every address that starts with this prefix. */
  below: string;
  access: Access;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** `g`, then this letter opens it. */
  key?: string;
  /** For client users only: main users have the warehouse's own screen. */
  isForClients?: true;
  /** The work that waits in its list. */
  counter?: (counters: WorkCounters) => Counter | undefined;
}

/** How much waits, and how much of it is late. `is_minimum`: there is more. */
export interface Counter {
  total: number;
  is_minimum: boolean;
  late?: number;
}

export interface NavigationGroup {
  /** A group without a label has no heading. */
  label?: PlainKey;
  id: string;
  entries: readonly NavigationEntry[];
}

type Icon = NavigationEntry['icon'];

/** Links to the first page of a list; the pages of its records have addresses below it. */
const listEntry = (path: string, label: PlainKey, access: Access, icon: Icon, key?: string): NavigationEntry => ({
  label,
  href: `${path}/on_page%3D1`,
  below: `${path}/`,
  access,
  icon,
  ...(key ? { key } : {}),
});

/** Orders of a type: the list has the id of a saved filter in its address, the pages of its records have not. */
const orderEntry = (type: OrderType, icon: Icon, key: string): NavigationEntry => {
  const below = `/orders/${type.replace(' ', '-')}/`;
  return {
    label: `navigation.orders.${type}`,
    href: `${below}default/on_page%3D1`,
    below,
    access: 'user',
    icon,
    key,
    counter: ({ orders }) => orders.find((one) => one.type === type),
  };
};

/** What is not finished, in the warehouse's lists: late work first. */
const OPEN_WORK = encodeURIComponent('on_page=1&order_by[ship_date]=asc&filter_by[status]=In Warehouse,Ready');

const counterOf = (direction: Direction) => (counters: WorkCounters) =>
  direction === 'outbound' ? counters.to_ship : counters.to_receive;

/** Shipments of a direction: the list opens with the work that is open; removing the filter shows all. */
const shipmentEntry = (direction: Direction, icon: Icon, key: string): NavigationEntry => ({
  label: `navigation.shipments.${direction}`,
  href: `/f/${direction}/default/${OPEN_WORK}`,
  below: `/f/${direction}/`,
  access: 'view_shipments_list',
  icon,
  key,
  counter: counterOf(direction),
});

/** Shipments of a direction as their client follows them, newest first. */
const clientShipmentEntry = (direction: Direction, icon: Icon, key: string): NavigationEntry => ({
  label: `navigation.ofClient.${direction}`,
  href: `/shipments/${direction}/on_page%3D1`,
  below: `/shipments/${direction}/`,
  access: 'user',
  icon,
  key,
  isForClients: true,
  counter: counterOf(direction),
});

/**
 * The sidebar, in the order of the specification. Each screen is listed with the access that its first call requires.
 */
export const navigation: readonly NavigationGroup[] = [
  {
    id: 'dashboard',
    entries: [
      { label: 'shell.dashboard', href: '/', below: '/', access: 'user', icon: IconDashboard, key: 'd' },
      {
        label: 'navigation.exceptions',
        href: '/exceptions',
        below: '/exceptions',
        access: 'user',
        icon: IconExceptions,
        key: 'g',
        counter: ({ exceptions }) => exceptions,
      },
    ],
  },
  {
    id: 'relation',
    label: 'shell.relation',
    entries: [
      listEntry('/relations/customer', 'shell.customers', 'user', IconCustomers, 'c'),
      listEntry('/relations/vendor', 'shell.vendors', 'user', IconVendors, 'v'),
    ],
  },
  {
    id: 'inventory',
    entries: [
      {
        label: 'shell.inventory',
        href: '/inventories/default/on_page%3D1/list',
        below: '/inventories/',
        access: 'user',
        icon: IconInventory,
        key: 'i',
      },
    ],
  },
  {
    id: 'order',
    label: 'shell.order',
    entries: [
      orderEntry('Customer Order', IconCustomerOrders, 'o'),
      orderEntry('Vendor Order', IconVendorOrders, 'p'),
      orderEntry('Customer Return', IconCustomerReturns, 'r'),
      orderEntry('Vendor Return', IconVendorReturns, 't'),
      clientShipmentEntry('outbound', IconShipping, 'a'),
      clientShipmentEntry('inbound', IconReceiving, 'q'),
      // Where their orders come from.
      {
        ...listEntry('/integrations', 'shell.integrations', 'channel_reader', IconIntegrations, '8'),
        isForClients: true,
      },
    ],
  },
  {
    id: 'operation',
    label: 'shell.operation',
    entries: [
      {
        label: 'navigation.work',
        href: '/work',
        below: '/work',
        access: 'view_user_list',
        icon: IconFloor,
        key: '9',
      },
      listEntry('/licenses', 'shell.licenses', 'view_license_list', IconLicenses, 'l'),
      shipmentEntry('inbound', IconReceiving, 'q'),
      shipmentEntry('outbound', IconShipping, 'a'),
      listEntry('/waves', 'navigation.waves', 'view_shipments_list', IconWaves),
      listEntry('/serials', 'shell.serials', 'view_serial_list', IconSerials, 's'),
      listEntry('/counts', 'shell.counts', 'adjust_inventory', IconCounts, 'n'),
      listEntry('/faces', 'navigation.faces', 'view_location_list', IconFaces, '0'),
    ],
  },
  {
    id: 'statements',
    entries: [
      {
        label: 'navigation.statements',
        href: '/statements',
        below: '/statements',
        access: 'statement_reader',
        icon: IconBillingStatements,
        key: '3',
        isForClients: true,
      },
    ],
  },
  {
    id: 'billing',
    label: 'navigation.billing',
    entries: [
      listEntry('/billing/entries', 'navigation.entries', 'view_entry_list', IconBillingEntries, '1'),
      listEntry('/billing/unbilled', 'navigation.unbilled', 'view_entry_list', IconUnbilled, '2'),
      {
        label: 'navigation.statements',
        href: '/billing/statements',
        below: '/billing/statements',
        access: 'view_entry_list',
        icon: IconBillingStatements,
        key: '3',
      },
      listEntry('/billing/activities', 'navigation.activities', 'view_activity_list', IconBillingActivities, '4'),
      listEntry('/billing/items', 'navigation.billingItems', 'view_billing_item_list', IconBillingItems, '5'),
      {
        label: 'navigation.billingReports',
        href: '/billing/reports',
        below: '/billing/reports',
        access: 'run_billing_report',
        icon: IconBillingReports,
        key: '6',
      },
      {
        label: 'navigation.accrual',
        href: '/billing/accrual',
        below: '/billing/accrual',
        access: 'super',
        icon: IconAccrual,
        key: '7',
      },
    ],
  },
  {
    // Company, clients, locations, users, configurations, integrations.
    id: 'setting',
    label: 'shell.setting',
    entries: [
      {
        label: 'shell.company',
        href: '/company',
        below: '/company',
        access: 'main',
        icon: IconCompany,
        key: 'y',
      },
      listEntry('/clients', 'shell.clients', 'view_client_list', IconClients, 'k'),
      listEntry('/locations', 'shell.locations', 'view_location_list', IconLocations, 'b'),
      listEntry('/carts', 'navigation.carts', 'view_location_list', IconCarts),
      listEntry('/totes', 'navigation.totes', 'view_location_list', IconTotes),
      listEntry('/users', 'shell.users', 'view_user_list', IconUserCog, 'u'),
      {
        label: 'shell.configurations',
        href: '/configurations/couriers',
        below: '/configurations/',
        access: 'main',
        icon: IconConfigurations,
        key: 'f',
      },
      listEntry('/integrations', 'shell.integrations', 'view_api_list', IconIntegrations, '8'),
      // For the operators of the installation.
      {
        label: 'shell.outbox',
        href: '/system/outbox',
        below: '/system/outbox',
        access: 'super',
        icon: IconOutbox,
        key: 'x',
      },
      listEntry('/system/jobs', 'shell.jobs', 'super', IconJobs, 'j'),
      listEntry('/system/events', 'shell.parkedEvents', 'super', IconParkedEvents, 'e'),
      listEntry('/system/sign-ins', 'shell.signIns', 'super', IconSignIns, 'h'),
      {
        label: 'shell.messages',
        href: '/system/messages',
        below: '/system/messages',
        access: 'super',
        icon: IconMessages,
        key: 'm',
      },
    ],
  },
  {
    id: 'reports',
    entries: [
      {
        label: 'navigation.reports',
        href: '/reports',
        below: '/reports',
        access: 'user',
        icon: IconReports,
        key: 'z',
      },
    ],
  },
];

/** The entries this user may open; empty groups are left out. */
export function navigationFor(can: (access: Access) => boolean): NavigationGroup[] {
  const isMainUser = can('main');
  const isOffered = ({ access, isForClients }: NavigationEntry) => can(access) && !(isForClients && isMainUser);
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter(isOffered) }))
    .filter((group) => group.entries.length > 0);
}

export const isCurrent = (entry: NavigationEntry, pathname: string) =>
  entry.below === '/' ? pathname === '/' : pathname.startsWith(entry.below);
