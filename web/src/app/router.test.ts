// @vitest-environment jsdom
import { formatListQuery, parseListQuery } from '@longshore/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { safeReturn } from '../lib/return-address.ts';
import { makeRouter } from './router.tsx';

const query = formatListQuery({
  on_page: 2,
  search: 'a/b & c=d? #1 100% 环球 [x] a%2Fb',
  order_by: { updated_at: 'desc' },
  filter_by: { is_active: ['1', '0'] },
  query: [{ relation: '', field: 'name', operator: '>=', value: 'Oak & Ember / 50%', join: 'AND' }],
});
const listAddress = `/relations/customer/${encodeURIComponent(query)}`;

/** The deepest route that matches an address, and its parameters. */
function routeAt(address: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  const match = router.matchRoutes(router.latestLocation).at(-1);
  return { path: match?.fullPath, params: match?.params as Record<string, string> };
}

test.each([
  ['/', '/'],
  ['/profiles', '/profiles'],
  ['/auth/login', '/auth/$'],
  ['/auth/reset-password/abc.def-1', '/auth/$'],
  ['/relations/customer/12/action/view', '/relations/$type/$id/action/view'],
  ['/relations/customer/new/action/edit', '/relations/$type/$id/action/edit'],
  ['/relations/vendor/on_page%3D1', '/relations/$type/$query'],
  ['/relations/vendor/action%2Fview', '/relations/$type/$query'],
  [listAddress, '/relations/$type/$query'],
  ['/inventories/default/on_page%3D1/list', '/inventories/$queryId/$query/list'],
  ['/inventories/default/on_page%3D1', '/inventories/$queryId/$query'],
  ['/inventories/12/on_page%3D2%26advanced%3Dyes', '/inventories/$queryId/$query'],
  ['/inventories/12/action%2Fview/list', '/inventories/$queryId/$query/list'],
  ['/inventories/12/action/view', '/inventories/$id/action/view'],
  ['/inventories/new/action/edit', '/inventories/$id/action/edit'],
  ['/licenses/12/action/view', '/licenses/$id/action/view'],
  ['/locations/12/action/view', '/locations/$id/action/view'],
  ['/counts/12/action/count', '/counts/$id/action/count'],
  ['/orders/Customer-Order/default/on_page%3D1', '/orders/$type/$queryId/$query'],
  ['/orders/Vendor-Return/12/on_page%3D2%26advanced%3Dyes/basic', '/orders/$type/$queryId/$query/basic'],
  ['/orders/Vendor-Order/new/action/edit', '/orders/$type/$id/action/edit'],
  ['/orders/Customer-Return/12/action/view', '/orders/$type/$id/action/view'],
  ['/orders/12/shipment/34/view', '/orders/$orderId/shipment/$shipmentId/view'],
  ['/f/outbound/default/on_page%3D1', '/f/$type/$queryId/$query'],
  ['/f/inbound/12/on_page%3D2%26filter_by%5Bstatus%5D%3DReady', '/f/$type/$queryId/$query'],
  ['/f/outbound/12', '/f/$type/$id'],
  ['/users/on_page%3D1', '/users/$query'],
  ['/users/new/action/edit', '/users/$id/action/edit'],
  ['/users/3/action/view', '/users/$id/action/view'],
  ['/company', '/company'],
  ['/company/edit', '/company/edit'],
  ['/configurations/taxes', '/configurations/$resource'],
  ['/system/jobs/on_page%3D1', '/system/jobs/$query'],
  ['/system/jobs/12/action/view', '/system/jobs/$id/action/view'],
  ['/system/events/on_page%3D1', '/system/events/$query'],
  ['/system/sign-ins/search%3Dada', '/system/sign-ins/$query'],
  ['/counts/on_page%3D1', '/counts/$query'],
  ['/counts/7/action/view', '/counts/$id/action/view'],
  ['/nowhere/at/all', '/$'],
])('%s leads to %s', (address, path) => {
  expect(routeAt(address).path).toBe(path);
});

test('a list query survives encoding in the address', () => {
  const { params } = routeAt(listAddress);
  expect(params.query).toBe(query);
  expect(formatListQuery(parseListQuery(params.query ?? ''))).toBe(query);
});

test('a list query survives links, Back and reload', async () => {
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/profiles'] }));
  const queryHere = () => {
    const params: { query?: string } = router.matchRoutes(router.latestLocation).at(-1)?.params ?? {};
    return params.query;
  };
  router.history.push(listAddress);
  router.updateLatestLocation();
  expect(queryHere()).toBe(query);
  expect(router.history.location.href).toBe(listAddress);

  router.history.push('/relations/customer/12/action/view');
  router.history.back();
  router.updateLatestLocation();
  expect(queryHere()).toBe(query);

  // A reload parses the address bar again.
  expect(routeAt(router.history.location.href).params.query).toBe(query);

  // A link that the router builds from the query leads to the same screen.
  const built = router.buildLocation({ to: '/relations/$type/$query', params: { type: 'customer', query } as never });
  expect(routeAt(built.href).params.query).toBe(query);
});

test.each([
  ['/relations/customer/x', '/relations/customer/x'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/auth/login', '/'],
  [undefined, '/'],
])('after a sign-in, %s returns to %s', (requested, address) => {
  expect(safeReturn(requested)).toBe(address);
});
