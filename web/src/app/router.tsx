import { RELATION_TYPES } from '@longshore/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { safeReturn } from '../lib/return-address.ts';
import { ErrorScreen } from './error-screen.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Outlet });

/** The public pages are not for users: they go where the sign-in would have returned them to. */
const publicPages = createRoute({
  getParentRoute: () => root,
  path: '/auth/$',
  validateSearch: (search): { back?: string } => (search.back ? { back: safeReturn(search.back) } : {}),
  beforeLoad: ({ search }) => {
    throw redirect({ href: safeReturn(search.back), replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => root,
  id: 'users',
  component: Shell,
});

/** Customers and vendors share their screens; another word in the address is no page of ours. */
const relationTypes = ({ params }: { params: { type: string } }) => {
  if (!RELATION_TYPES.some((type) => type === params.type)) throw notFound();
};

/** The company's lists, as the addresses of the specification name them. */
const CONFIGURATIONS = ['couriers', 'taxes', 'terms', 'packages', 'uoms'];

const userRoutes = [
  createRoute({
    getParentRoute: () => users,
    path: '/',
    component: lazyRouteComponent(() => import('../features/dashboard/dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/profiles',
    component: lazyRouteComponent(() => import('../features/profile/profile.tsx'), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/relations/$type/$query',
    beforeLoad: relationTypes,
    component: lazyRouteComponent(() => import('../features/relations/relation-list.tsx'), 'RelationList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/relations/$type/$id/action/view',
    beforeLoad: relationTypes,
    component: lazyRouteComponent(() => import('../features/relations/relation-view.tsx'), 'RelationView'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/relations/$type/$id/action/edit',
    beforeLoad: relationTypes,
    component: lazyRouteComponent(() => import('../features/relations/relation-form.tsx'), 'RelationForm'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/inventories/$queryId/$query',
    component: lazyRouteComponent(() => import('../features/inventory/inventory-list.tsx'), 'InventoryList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/inventories/$queryId/$query/list',
    component: lazyRouteComponent(() => import('../features/inventory/inventory-list.tsx'), 'QuickInventoryList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/inventories/$id/action/view',
    component: lazyRouteComponent(() => import('./inventory-page.tsx'), 'InventoryPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/inventories/$id/action/edit',
    component: lazyRouteComponent(() => import('../features/inventory/inventory-form.tsx'), 'InventoryForm'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/users/$query',
    component: lazyRouteComponent(() => import('../features/users/user-list.tsx'), 'UserList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/users/$id/action/view',
    component: lazyRouteComponent(() => import('../features/users/user-view.tsx'), 'UserView'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/users/$id/action/edit',
    component: lazyRouteComponent(() => import('../features/users/user-form.tsx'), 'UserForm'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/company',
    component: lazyRouteComponent(() => import('../features/company/company-view.tsx'), 'CompanyView'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/company/edit',
    component: lazyRouteComponent(() => import('../features/company/company-form.tsx'), 'CompanyForm'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/configurations/$resource',
    beforeLoad: ({ params }) => {
      if (!CONFIGURATIONS.some((list) => list === params.resource)) throw notFound();
    },
    component: lazyRouteComponent(() => import('../features/configurations/configurations.tsx'), 'Configurations'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/system/outbox',
    component: lazyRouteComponent(() => import('../features/operations/outbox.tsx'), 'Outbox'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/system/jobs/$query',
    component: lazyRouteComponent(() => import('../features/operations/job-list.tsx'), 'JobList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/system/jobs/$id/action/view',
    component: lazyRouteComponent(() => import('../features/operations/job-view.tsx'), 'JobView'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/system/sign-ins/$query',
    component: lazyRouteComponent(() => import('../features/operations/sign-in-list.tsx'), 'SignInList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/system/messages',
    component: lazyRouteComponent(() => import('../features/operations/messages.tsx'), 'Messages'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/clients/$query',
    component: lazyRouteComponent(() => import('../features/clients/client-list.tsx'), 'ClientList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/clients/$id/action/view',
    component: lazyRouteComponent(() => import('../features/clients/client-view.tsx'), 'ClientView'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/clients/$id/action/edit',
    component: lazyRouteComponent(() => import('../features/clients/client-form.tsx'), 'ClientForm'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/licenses/$query',
    component: lazyRouteComponent(() => import('../features/licenses/license-list.tsx'), 'LicenseList'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/locations/$query',
    component: lazyRouteComponent(() => import('../features/locations/location-list.tsx'), 'LocationList'),
  }),
  // An unknown address of a signed-in user keeps the shell around it.
  createRoute({ getParentRoute: () => users, path: '$', component: NotFound }),
];

const routeTree = root.addChildren([publicPages, users.addChildren(userRoutes)]);

export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    // Skeletons only after 200 ms: until then the old screen stays.
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
