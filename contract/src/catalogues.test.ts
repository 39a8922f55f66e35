import { describe, expect, test } from 'vitest';
import { type Access, type Caller, mayCall } from './kit/access.ts';
import { permissionGroups, permissionKeys } from './permissions.ts';
import { relationDisplayName, SYSTEM_RELATIONS } from './relations/relation-names.ts';
import { errors as errorCatalogue } from './text/en/errors.ts';

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

test('the catalogue has every code of the specification and no other', () => {
  const codes = [
    ...range(10001, 9),
    ...range(11001, 2),
    ...range(20001, 3),
    ...range(30001, 7),
    ...range(40001, 12),
    ...range(50001, 5),
    ...range(60001, 3),
    ...range(90001, 13),
  ];
  expect(Object.keys(errorCatalogue).map(Number)).toEqual(codes);
  for (const words of Object.values(errorCatalogue)) expect(words.length).toBeGreaterThan(8);
  expect(errorCatalogue[30007]).toBe('Order is not open');
});

test('the permissions are in eleven groups, each key once', () => {
  const sizes = Object.fromEntries(Object.entries(permissionGroups).map(([group, keys]) => [group, keys.length]));
  expect(sizes).toEqual({
    Setting: 9,
    Client: 6,
    'User & Role': 7,
    Integration: 5,
    Location: 4,
    'License Plate': 7,
    'Serial Number': 5,
    'Shipping & Receiving': 8,
    Activity: 4,
    Item: 5,
    Entry: 5,
  });
  expect(new Set(permissionKeys).size).toBe(permissionKeys.length);
});

describe('who may call', () => {
  const caller = (fields: Partial<Caller>): Caller => ({
    is_su: false,
    is_main_user: true,
    order_controller: false,
    statement_reader: false,
    access: {},
    ...fields,
  });
  const callers = {
    client: caller({ is_main_user: false }),
    // A client user has no role; rights that came there by mistake open nothing.
    strange: caller({ is_main_user: false, is_su: true, access: { pack: true } }),
    orderer: caller({ is_main_user: false, order_controller: true }),
    main: caller({}),
    packer: caller({ access: { pack: true, void_shipment: false } }),
    super: caller({ is_su: true }),
  };
  test.each<[Access, (keyof typeof callers)[]]>([
    ['guest', ['client', 'strange', 'orderer', 'main', 'packer', 'super']],
    ['user', ['client', 'strange', 'orderer', 'main', 'packer', 'super']],
    ['order_controller', ['orderer', 'main', 'packer', 'super']],
    ['channel_reader', ['orderer', 'super']],
    ['main', ['main', 'packer', 'super']],
    ['super', ['super']],
    ['pack', ['packer', 'super']],
    ['void_shipment', ['super']],
    [
      ['void_shipment', 'pack'],
      ['packer', 'super'],
    ],
  ])('%j: %j', (access, expected) => {
    const allowed = Object.entries(callers).filter(([, each]) => mayCall(each, access));
    expect(allowed.map(([name]) => name)).toEqual(expected);
  });
});

test.each([
  ['Harvest Lane', '', 'Harvest Lane'],
  ['Harvest Lane', 'shopify', 'Harvest Lane'],
  ['__CustomerByWebService', 'shopify', 'Shopify'],
  ['__CustomerByWebService', '', ''],
  ['__VendorByWebService', 'shopify', 'Web Service'],
  ['__InventoryAdjustment', '', 'NA'],
  ['__Other', '', '__Other'],
])('the relation %j of %j is shown as %j', (name, source, shown) => {
  expect(relationDisplayName(name, source)).toBe(shown);
});

test('the system relations are three', () => {
  expect(Object.keys(SYSTEM_RELATIONS)).toEqual([
    '__CustomerByWebService',
    '__VendorByWebService',
    '__InventoryAdjustment',
  ]);
});
