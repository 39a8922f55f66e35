import type { Access } from '@longshore/contract';
import type { ComponentType } from 'react';
import type { PlainKey } from '../lib/text/text.ts';
import {
  IconClients,
  IconCompany,
  IconConfigurations,
  IconCustomers,
  IconDashboard,
  IconInventory,
  IconJobs,
  IconLicenses,
  IconLocations,
  IconMessages,
  IconOutbox,
  IconSignIns,
  IconUserCog,
  IconVendors,
} from './navigation-icons.ts';

export interface NavigationEntry {
  label: PlainKey;
  href: string;
  /** Every address below this one belongs to the entry. */
  below: string;
  access: Access;
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

export interface NavigationGroup {
  /** Groups without a label stand on their own. */
  label?: PlainKey;
  id: string;
  entries: readonly NavigationEntry[];
}

/**
 * The sidebar, in the order of the specification. A screen is added here when it exists, with the access that its
 * first call asks for.
 */
export const navigation: readonly NavigationGroup[] = [
  {
    id: 'dashboard',
    entries: [{ label: 'shell.dashboard', href: '/', below: '/', access: 'user', icon: IconDashboard }],
  },
  {
    id: 'relation',
    label: 'shell.relation',
    entries: [
      {
        label: 'shell.customers',
        href: '/relations/customer/on_page%3D1',
        below: '/relations/customer/',
        access: 'user',
        icon: IconCustomers,
      },
      {
        label: 'shell.vendors',
        href: '/relations/vendor/on_page%3D1',
        below: '/relations/vendor/',
        access: 'user',
        icon: IconVendors,
      },
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
      },
    ],
  },
  {
    id: 'operation',
    label: 'shell.operation',
    entries: [
      {
        label: 'shell.licenses',
        href: '/licenses/on_page%3D1',
        below: '/licenses/',
        access: 'view_license_list',
        icon: IconLicenses,
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
      },
      {
        label: 'shell.clients',
        href: '/clients/on_page%3D1',
        below: '/clients/',
        access: 'view_client_list',
        icon: IconClients,
      },
      {
        label: 'shell.locations',
        href: '/locations/on_page%3D1',
        below: '/locations/',
        access: 'view_location_list',
        icon: IconLocations,
      },
      {
        label: 'shell.users',
        href: '/users/on_page%3D1',
        below: '/users/',
        access: 'view_user_list',
        icon: IconUserCog,
      },
      {
        label: 'shell.configurations',
        href: '/configurations/couriers',
        below: '/configurations/',
        access: 'main',
        icon: IconConfigurations,
      },
      // For those who run the installation.
      {
        label: 'shell.outbox',
        href: '/system/outbox',
        below: '/system/outbox',
        access: 'super',
        icon: IconOutbox,
      },
      {
        label: 'shell.jobs',
        href: '/system/jobs/on_page%3D1',
        below: '/system/jobs/',
        access: 'super',
        icon: IconJobs,
      },
      {
        label: 'shell.signIns',
        href: '/system/sign-ins/on_page%3D1',
        below: '/system/sign-ins/',
        access: 'super',
        icon: IconSignIns,
      },
      {
        label: 'shell.messages',
        href: '/system/messages',
        below: '/system/messages',
        access: 'super',
        icon: IconMessages,
      },
    ],
  },
];

/** What this user may open, without groups that would be empty. */
export function navigationFor(can: (access: Access) => boolean): NavigationGroup[] {
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => can(entry.access)) }))
    .filter((group) => group.entries.length > 0);
}

export const isCurrent = (entry: NavigationEntry, pathname: string) =>
  entry.below === '/' ? pathname === '/' : pathname.startsWith(entry.below);
