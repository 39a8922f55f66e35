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
