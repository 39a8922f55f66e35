import type { Access } from '@longshore/contract';
import type { ComponentType } from 'react';
import type { PlainKey } from '../lib/text/text.ts';
import { IconCustomers, IconDashboard, IconVendors } from './navigation-icons.ts';

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
];

/** What this user may open, without groups that would be empty. */
export function navigationFor(can: (access: Access) => boolean): NavigationGroup[] {
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => can(entry.access)) }))
    .filter((group) => group.entries.length > 0);
}

export const isCurrent = (entry: NavigationEntry, pathname: string) =>
  entry.below === '/' ? pathname === '/' : pathname.startsWith(entry.below);
