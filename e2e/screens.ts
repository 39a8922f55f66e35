import { connectDemoShop } from './connections.ts';
import type { Call, Person } from './people.ts';

export const guests = ['/auth/login', '/auth/forget-password', '/auth/reset-password/unknown', '/auth/fba/unknown'];

const firstShipment = (direction: string, status: string) => async (call: Call) => {
  const query = `filter_by[type]=${direction}&filter_by[status]=${encodeURIComponent(status)}&filter_by[client_id]=1&per_page=1`;
  const { records } = await call<{ records: { id: number }[] }>('GET', `/shipments?${query}`);
  return records[0]?.id ?? 0;
};

/** Parts of addresses that depend on the day on which the demo was made. */
const VARIABLES: Readonly<Record<string, (call: Call) => Promise<string | number>>> = {
  ':month': async (call) => (await call<{ month: string }>('GET', '/billing/statements')).month,
  ':ready': firstShipment('outbound', 'Ready'),
  ':picked': firstShipment('outbound', 'In Warehouse'),
  ':arriving': firstShipment('inbound', 'In Warehouse'),
  ':shop': async (call) => {
    const { records } = await call<{ records: { id: number }[] }>('GET', '/integrations?per_page=1');
    return records[0]?.id ?? connectDemoShop(call, 1);
  },
};

export async function addressOf(path: string, call: Call): Promise<string> {
  const [name] = path.match(/:[a-z]+/) ?? [];
  const find = name && VARIABLES[name];
  return find ? path.replace(name, String(await find(call))) : path;
}

/** Every route of `router.tsx`, with records of the demo. */
export const screens: readonly (readonly [Person, string])[] = [
  ['super', '/'],
  ['super', '/floor'],
  ['super', '/floor/waiting'],
  ['super', '/floor/look-up'],
  ['super', '/floor/look-up/A-01-1'],
  ['super', '/floor/move'],
  ['super', '/floor/put-away'],
  ['super', '/floor/receive'],
  ['super', '/floor/pick'],
  ['super', '/floor/work'],
  ['super', '/floor/waves/1'],
  ['super', '/floor/shipment/:picked'],
  ['super', '/floor/shipment/:arriving'],
  ['super', '/floor/count'],
  ['super', '/floor/count/1'],
  ['super', '/profiles'],
  ['super', '/relations/customer/on_page%3D1'],
  ['super', '/relations/vendor/search%3Dnobody'],
  ['super', '/relations/customer/13/action/view'],
  ['super', '/relations/customer/13/action/edit'],
  ['super', '/relations/customer/new/action/edit'],
  ['super', '/users/on_page%3D1'],
  ['super', '/users/2/action/view'],
  ['super', '/users/2/action/edit'],
  ['super', '/users/new/action/edit'],
  ['super', '/clients/on_page%3D1'],
  ['super', '/clients/1/action/view'],
  ['super', '/clients/1/action/edit'],
  ['super', '/integrations/on_page%3D1'],
  ['super', '/integrations/:shop/action/view'],
  ['super', '/integrations/:shop/action/edit'],
  ['super', '/integrations/new/action/edit'],
  ['super', '/company'],
  ['super', '/company/edit'],
  ['super', '/configurations/couriers'],
  ['super', '/configurations/packages'],
  ['super', '/configurations/taxes'],
  ['super', '/configurations/terms'],
  ['super', '/configurations/uoms'],
  ['super', '/system/outbox'],
  ['super', '/billing/accrual'],
  ['super', '/system/jobs/on_page%3D1'],
  ['super', '/system/jobs/1/action/view'],
  ['super', '/system/events/on_page%3D1'],
  ['super', '/system/sign-ins/on_page%3D1'],
  ['super', '/system/messages'],
  ['super', '/inventories/default/on_page%3D1/list'],
  ['super', '/inventories/default/on_page%3D1'],
  ['super', '/inventories/1/action/view'],
  ['super', '/inventories/1/action/edit'],
  // A kit, and an item with serial numbers.
  ['super', '/inventories/62/action/view'],
  ['super', '/inventories/57/action/view'],
  ['super', '/orders/Customer-Order/default/on_page%3D1%26advanced%3Dyes'],
  ['super', '/orders/Vendor-Order/default/on_page%3D1/basic'],
  ['super', '/orders/Customer-Order/new/action/edit'],
  ['super', '/orders/Customer-Order/1/action/view'],
  ['super', '/orders/Customer-Order/1/action/edit'],
  ['super', '/orders/1/shipment/1/view'],
  ['super', '/f/outbound/default/on_page%3D1'],
  ['super', '/f/inbound/default/filter_by%5Bstatus%5D%3DReady'],
  ['super', '/f/outbound/1'],
  ['super', '/f/outbound/:picked'],
  ['super', '/f/inbound/:arriving'],
  ['super', '/f/outbound/:ready/action/pack'],
  // Not planned at a marketplace.
  ['super', '/f/outbound/fba/1/fulfill'],
  ['super', '/locations/on_page%3D1'],
  ['super', '/locations/1/action/view'],
  ['super', '/waves/on_page%3D1'],
  ['super', '/waves/action/plan'],
  ['super', '/waves/1/action/view'],
  ['super', '/carts/on_page%3D1'],
  ['super', '/totes/on_page%3D1'],
  ['super', '/licenses/on_page%3D1'],
  ['super', '/licenses/1/action/view'],
  ['super', '/counts/on_page%3D1'],
  ['super', '/counts/1/action/view'],
  ['super', '/counts/2/action/view'],
  ['super', '/counts/3/action/view'],
  ['super', '/counts/3/action/count'],
  ['super', '/work'],
  ['super', '/faces/on_page%3D1'],
  ['super', '/serials/on_page%3D1'],
  ['super', '/serials/2/action/view'],
  ['super', '/serials/8/action/view'],
  ['super', '/serials/new/action/edit'],
  ['super', '/billing/items/on_page%3D1'],
  ['super', '/billing/activities/on_page%3D1'],
  ['super', '/billing/activities/1/action/view'],
  ['super', '/billing/activities/new/action/edit'],
  ['super', '/billing/entries/on_page%3D1'],
  ['super', '/billing/entries/action/type%3Dmanual'],
  ['super', '/billing/reports'],
  ['super', '/exceptions'],
  ['super', '/exceptions?view=snoozed&search=nothing'],
  ['client', '/exceptions'],
  ['super', '/reports'],
  ['super', '/reports/movement'],
  ['client', '/reports/expiring-soon'],
  ['super', '/billing/entries/4/action/view'],
  ['super', '/billing/unbilled/on_page%3D1'],
  ['super', '/billing/statements'],
  ['super', '/billing/statements/:month'],
  ['super', '/billing/statements/1/:month'],
  ['super', '/billing/statements/1/:month/1/1/on_page%3D1'],
  ['super', '/billing/rate-cards/1/change'],
  ['super', '/billing/rate-cards/1/copy'],
  ['super', '/billing/rate-cards/1/what-if'],
  ['super', '/no/such/screen'],
  ['client', '/'],
  ['client', '/orders/Customer-Order/default/on_page%3D1'],
  ['client', '/orders/Customer-Order/1/action/view'],
  ['client', '/orders/1/shipment/1/view'],
  ['client', '/inventories/1/action/view'],
  ['client', '/shipments/outbound/on_page%3D1'],
  ['client', '/integrations/on_page%3D1'],
  ['client', '/statements'],
  ['client', '/statements/2026-01'],
  // Refused.
  ['client', '/users/on_page%3D1'],
];
