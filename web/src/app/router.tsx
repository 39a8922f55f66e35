import { DIRECTIONS, isMonth, ORDER_TYPES, RELATION_TYPES } from '@longshore/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { safeReturn } from '../lib/return-address.ts';
import { readTextsOf } from '../lib/text/parts.ts';
import { readDeskTexts } from '../lib/text/text.ts';
import { ErrorScreen } from './error-screen.tsx';
import { lazyScreen, ScreenSkeleton } from './lazy-screen.tsx';
import { NotFound } from './not-found.tsx';

const root = createRootRoute({ component: Outlet });

/** Signed-in users are redirected from the public pages to the return address. */
const publicPages = createRoute({
  getParentRoute: () => root,
  path: '/auth/$',
  validateSearch: (search): { back?: string } => (search.back ? { back: safeReturn(search.back) } : {}),
  beforeLoad: ({ search }) => {
    throw redirect({ href: safeReturn(search.back), replace: true });
  },
});

/** Neither frame is loaded with the other: `loadUserApp` begins with the one that the address needs. */
const users = createRoute({
  getParentRoute: () => root,
  id: 'users',
  component: lazyScreen(async () => (await Promise.all([import('./shell/shell.tsx'), readDeskTexts()]))[0], 'Shell'),
});

/** The app for people on the floor has a frame of its own. */
const floor = createRoute({
  getParentRoute: () => root,
  id: 'floor',
  component: lazyScreen(() => import('./floor-shell.tsx'), 'FloorShell'),
});

/** Checks the parameters of an address; when false, the page is "not found". */
type Guard = (params: Record<string, string>) => boolean;

/** A lazily loaded screen for signed-in users. */
function screen<const Path extends string, Screens extends Record<Name, RouteComponent>, Name extends string>(
  path: Path,
  load: () => Promise<Screens>,
  name: Name,
  isOurs: Guard = () => true,
) {
  return createRoute({
    getParentRoute: () => (path.startsWith('/floor') ? floor : users),
    path,
    beforeLoad: ({ params }) => {
      if (!isOurs(params as Record<string, string>)) throw notFound();
    },
    component: lazyScreen(async () => (await Promise.all([load(), readTextsOf(path)]))[0], name),
  });
}

/** Customers and vendors share their screens; any other type is "not found". */
const relationTypes: Guard = ({ type }) => RELATION_TYPES.some((known) => known === type);

/** Orders name their type with a hyphen in addresses: `Customer-Order`. */
const orderTypes: Guard = ({ type }) => ORDER_TYPES.some((known) => known.replace(' ', '-') === type);

/** Shipments arrive or leave. Saved filters are in the address of their list, so that it is one segment longer. */
const directions: Guard = ({ type }) => DIRECTIONS.some((known) => known === type);

/** The company's lists, as the specification names them in addresses. */
const CONFIGURATIONS = ['couriers', 'taxes', 'terms', 'packages', 'uoms'];
const configurations: Guard = ({ resource }) => CONFIGURATIONS.some((known) => known === resource);

/** Only a new bucket has a form: existing ones are edited on their own page. */
const newBuckets: Guard = ({ id }) => {
  if (id !== 'new') throw redirect({ href: `/serials/${id}/action/view`, replace: true });
  return true;
};

/** A number is the id of an entry: its short address. */
const entryLists: Guard = ({ query = '' }) => {
  if (/^\d+$/.test(query)) throw redirect({ href: `/billing/entries/${query}/action/view`, replace: true });
  return true;
};
const months: Guard = ({ month }) => isMonth(month);
const rateCardTabs: Guard = ({ tab }) => ['change', 'copy', 'what-if'].some((known) => known === tab);

const userRoutes = [
  screen('/', () => import('../features/reports/dashboard/dashboard.tsx'), 'Dashboard'),
  screen('/exceptions', () => import('../features/exceptions/exceptions-page.tsx'), 'Exceptions'),
  screen('/reports', () => import('../features/reports/operations/reports-page.tsx'), 'Reports'),
  screen('/reports/$name', () => import('../features/reports/operations/reports-page.tsx'), 'Reports'),
  screen('/profiles', () => import('../features/accounts/profile/profile.tsx'), 'Profile'),
  screen(
    '/relations/$type/$query',
    () => import('../features/relations/relation-list.tsx'),
    'RelationList',
    relationTypes,
  ),
  screen(
    '/relations/$type/$id/action/view',
    () => import('../features/relations/relation-view.tsx'),
    'RelationView',
    relationTypes,
  ),
  screen(
    '/relations/$type/$id/action/edit',
    () => import('../features/relations/relation-form.tsx'),
    'RelationForm',
    relationTypes,
  ),
  screen('/inventories/$queryId/$query', () => import('../features/inventory/inventory-list.tsx'), 'InventoryList'),
  screen(
    '/inventories/$queryId/$query/list',
    () => import('../features/inventory/inventory-list.tsx'),
    'QuickInventoryList',
  ),
  screen('/inventories/$id/action/view', () => import('./inventory-page.tsx'), 'InventoryPage'),
  screen('/inventories/$id/action/edit', () => import('../features/inventory/inventory-form.tsx'), 'InventoryForm'),
  screen('/orders/$type/$queryId/$query', () => import('../features/orders/order-list.tsx'), 'OrderList', orderTypes),
  screen(
    '/orders/$type/$queryId/$query/basic',
    () => import('../features/orders/order-list.tsx'),
    'BasicOrderList',
    orderTypes,
  ),
  screen('/orders/$type/$id/action/view', () => import('./order-page.tsx'), 'OrderPage', orderTypes),
  screen('/orders/$type/$id/action/edit', () => import('../features/orders/order-form.tsx'), 'OrderForm', orderTypes),
  screen(
    '/orders/$orderId/shipment/$shipmentId/view',
    () => import('../features/shipments/order-shipment.tsx'),
    'OrderShipmentView',
  ),
  screen(
    '/shipments/$type/$query',
    () => import('../features/shipments/client-shipment-list.tsx'),
    'ClientShipmentList',
    directions,
  ),
  screen('/f/$type/$queryId/$query', () => import('./shipment-list-page.tsx'), 'ShipmentListPage', directions),
  screen('/f/$type/$id', () => import('./shipment-page.tsx'), 'ShipmentPage', directions),
  screen(
    '/f/$type/$id/action/pack',
    () => import('../features/shipments/packing/pack-screen.tsx'),
    'PackScreen',
    directions,
  ),
  screen('/f/outbound/fba/$id/fulfill', () => import('../features/shipping/fba-page.tsx'), 'FbaPage'),
  screen('/users/$query', () => import('../features/accounts/users/user-list.tsx'), 'UserList'),
  screen('/users/$id/action/view', () => import('../features/accounts/users/user-view.tsx'), 'UserView'),
  screen('/users/$id/action/edit', () => import('../features/accounts/users/user-form.tsx'), 'UserForm'),
  screen('/company', () => import('./company-page.tsx'), 'CompanyPage'),
  screen('/company/edit', () => import('../features/company/company-form.tsx'), 'CompanyForm'),
  screen(
    '/configurations/$resource',
    () => import('../features/company/configurations/configurations.tsx'),
    'Configurations',
    configurations,
  ),
  screen('/system/outbox', () => import('../features/company/operations/outbox.tsx'), 'Outbox'),
  screen('/system/jobs/$query', () => import('../features/company/operations/job-list.tsx'), 'JobList'),
  screen('/system/jobs/$id/action/view', () => import('../features/company/operations/job-view.tsx'), 'JobView'),
  screen(
    '/system/events/$query',
    () => import('../features/company/operations/parked-event-list.tsx'),
    'ParkedEventList',
  ),
  screen('/system/sign-ins/$query', () => import('../features/company/operations/sign-in-list.tsx'), 'SignInList'),
  screen('/system/messages', () => import('../features/company/operations/messages.tsx'), 'Messages'),
  screen('/clients/$query', () => import('../features/clients/client-list.tsx'), 'ClientList'),
  screen('/clients/$id/action/view', () => import('../features/clients/client-view.tsx'), 'ClientView'),
  screen('/clients/$id/action/edit', () => import('../features/clients/client-form.tsx'), 'ClientForm'),
  screen('/integrations/$query', () => import('../features/channels/integration-list.tsx'), 'IntegrationList'),
  screen('/integrations/$id/action/view', () => import('../features/channels/integration-view.tsx'), 'IntegrationView'),
  screen('/integrations/$id/action/edit', () => import('../features/channels/integration-form.tsx'), 'IntegrationForm'),
  screen('/billing/reports', () => import('../features/reports/billing/billing-reports.tsx'), 'BillingReports'),
  screen('/billing/items/$query', () => import('../features/billing/item-list.tsx'), 'BillingItemList'),
  screen('/billing/activities/$query', () => import('../features/billing/activity-list.tsx'), 'ActivityList'),
  screen('/billing/activities/$id/action/view', () => import('../features/billing/activity-view.tsx'), 'ActivityView'),
  screen('/billing/activities/$id/action/edit', () => import('../features/billing/activity-form.tsx'), 'ActivityForm'),
  screen('/billing/entries/$query', () => import('../features/billing/entry-list.tsx'), 'EntryList', entryLists),
  screen(
    '/billing/entries/$id/action/view',
    () => import('../features/billing/explanation/entry-view.tsx'),
    'EntryView',
  ),
  screen('/billing/unbilled/$query', () => import('../features/billing/unbilled/unbilled-list.tsx'), 'UnbilledList'),
  screen('/billing/accrual', () => import('../features/billing/accrual/accrual-view.tsx'), 'AccrualView'),
  screen('/billing/entries/action/$query', () => import('../features/billing/entries-form.tsx'), 'EntriesForm'),
  screen(
    '/statements',
    () => import('../features/billing/statements/client-statement-list.tsx'),
    'ClientStatementList',
  ),
  screen(
    '/statements/$month',
    () => import('../features/billing/statements/client-statement-view.tsx'),
    'ClientStatementView',
    months,
  ),
  screen('/billing/statements', () => import('../features/billing/statements/statement-list.tsx'), 'StatementList'),
  screen(
    '/billing/statements/$month',
    () => import('../features/billing/statements/statement-list.tsx'),
    'StatementList',
    months,
  ),
  screen(
    '/billing/statements/$clientId/$month',
    () => import('../features/billing/statements/statement-view.tsx'),
    'StatementView',
    months,
  ),
  screen(
    '/billing/statements/$clientId/$month/$activityId/$itemId/$query',
    () => import('../features/billing/statements/statement-entries.tsx'),
    'StatementEntries',
    months,
  ),
  screen(
    '/billing/rate-cards/$clientId/$tab',
    () => import('../features/billing/rate-cards/rate-card-page.tsx'),
    'RateCardPage',
    rateCardTabs,
  ),
  screen('/licenses/$query', () => import('../features/stock/plates/license-list.tsx'), 'LicenseList'),
  screen('/licenses/$id/action/view', () => import('../features/stock/plates/license-view.tsx'), 'LicenseView'),
  screen('/serials/$query', () => import('../features/stock/serials/serial-list.tsx'), 'SerialList'),
  screen('/serials/$id/action/view', () => import('../features/stock/serials/serial-view.tsx'), 'SerialView'),
  screen(
    '/serials/$id/action/edit',
    () => import('../features/stock/serials/serial-form.tsx'),
    'SerialForm',
    newBuckets,
  ),
  screen('/counts/$query', () => import('../features/stock/counts/count-list.tsx'), 'CountList'),
  screen('/counts/$id/action/view', () => import('../features/stock/counts/count-view.tsx'), 'CountView'),
  screen('/counts/$id/action/count', () => import('../features/stock/counts/count-scan.tsx'), 'CountScanScreen'),
  screen('/work', () => import('../features/floor/work-page.tsx'), 'WorkPage'),
  screen('/faces/$query', () => import('../features/floor/face-list.tsx'), 'FaceList'),
  screen('/waves/$query', () => import('../features/floor/waves/wave-list.tsx'), 'WaveList'),
  screen('/waves/action/plan', () => import('../features/floor/waves/plan-page.tsx'), 'PlanWave'),
  screen('/waves/$id/action/view', () => import('../features/floor/waves/wave-view.tsx'), 'WaveView'),
  screen('/carts/$query', () => import('../features/floor/waves/cart-list.tsx'), 'CartList'),
  screen('/totes/$query', () => import('../features/floor/waves/tote-list.tsx'), 'ToteList'),
  screen('/locations/$query', () => import('../features/locations/location-list.tsx'), 'LocationList'),
  screen('/locations/$id/action/view', () => import('../features/locations/location-view.tsx'), 'LocationView'),
  // For signed-in users "not found" is shown inside the shell.
  createRoute({ getParentRoute: () => users, path: '$', component: NotFound }),
];

const floorRoutes = [
  screen('/floor', () => import('./floor-home-page.tsx'), 'FloorHomePage'),
  screen('/floor/waiting', () => import('../features/floor/floor-waiting.tsx'), 'FloorWaiting'),
  screen('/floor/look-up', () => import('../features/floor/floor-look-up.tsx'), 'FloorLookUp'),
  screen('/floor/look-up/$code', () => import('../features/floor/floor-look-up.tsx'), 'FloorLookUp'),
  screen('/floor/move', () => import('../features/stock/plates/floor-move.tsx'), 'FloorMove'),
  screen('/floor/put-away', () => import('../features/stock/plates/floor-move.tsx'), 'FloorPutAway'),
  screen('/floor/count', () => import('../features/stock/counts/floor-counts.tsx'), 'FloorCounts'),
  screen('/floor/count/$id', () => import('../features/stock/counts/floor-counts.tsx'), 'FloorCount'),
  screen('/floor/receive', () => import('../features/shipments/floor-shipments.tsx'), 'FloorReceive'),
  screen('/floor/pick', () => import('../features/shipments/floor-shipments.tsx'), 'FloorPick'),
  screen('/floor/work', () => import('../features/floor/floor-work.tsx'), 'FloorWork'),
  screen('/floor/replenish', () => import('../features/floor/floor-replenish.tsx'), 'FloorFaces'),
  screen('/floor/replenish/$id', () => import('../features/floor/floor-replenish.tsx'), 'FloorReplenish'),
  screen('/floor/pack', () => import('../features/shipments/packing/floor-pack.tsx'), 'FloorPack'),
  screen('/floor/pack/$id', () => import('../features/shipments/packing/floor-pack.tsx'), 'FloorPackShipment'),
  screen('/floor/waves/$id', () => import('../features/floor/waves/floor-wave.tsx'), 'FloorWave'),
  screen('/floor/shipment/$id', () => import('../features/shipments/floor-shipments.tsx'), 'FloorShipment'),
];

const routeTree = root.addChildren([publicPages, users.addChildren(userRoutes), floor.addChildren(floorRoutes)]);

export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    // Skeletons appear only after 200 ms; until then the old screen stays. Without a component it would stay until the
    // code is there.
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
