import {
  api,
  type In,
  type Inventory,
  type InventoryInput,
  type Order,
  type OrderInput,
  type OrderType,
  type PermissionKey,
  type Relation,
  type RelationInput,
  relationTypeOf,
} from '@longshore/contract';
import type { Clone } from './databases.ts';
import type { Caller } from './harness.ts';

export interface GivenUser {
  id: number;
  caller: Caller;
}

export type OrderBody = In<typeof OrderInput>;

export interface GivenRelation extends Relation {
  addressId: number;
}

export interface GivenPlace {
  quarantine?: boolean;
  lot?: number;
  plate?: number;
}

/** Fixtures. Created through HTTP where there is an endpoint for it, otherwise as the database's owner. */
export interface Given {
  client(company?: string): Promise<number>;
  /** A main user whose role has exactly these permissions. */
  mainUser(keys?: readonly PermissionKey[], workingClient?: number): Promise<GivenUser>;
  clientUser(clientId: number, mayWriteOrders?: boolean): Promise<GivenUser>;
  /** A client user who may read the closed statements of the client. */
  statementReader(clientId: number): Promise<GivenUser>;
  courierOf(clientId: number | null, name?: string): Promise<number>;
  relation(caller: Caller, fields?: Partial<Record<keyof RelationInput, unknown>>): Promise<Relation>;
  item(caller: Caller, fields?: Partial<Record<keyof InventoryInput, unknown>>): Promise<Inventory>;
  /** A relation with one address, of the caller's working client or of the one named. */
  relationWithAddress(caller: Caller, fields?: Partial<Record<keyof RelationInput, unknown>>): Promise<GivenRelation>;
  /** What an order of one line of a new item needs, for a new relation of the type's kind; send it to create one. */
  orderBody(caller: Caller, type?: OrderType, fields?: Partial<OrderBody>): Promise<OrderBody>;
  order(caller: Caller, type?: OrderType, fields?: Partial<OrderBody>): Promise<Order>;
  /** Stock as the ledger leaves it: a movement, a balance, the totals. */
  stock(inventoryId: number, quantity: number, place?: GivenPlace): Promise<void>;
  /** This many relations, named `<prefix> 00001` on. */
  manyRelations(clientId: number, count: number, prefix: string): Promise<void>;
}

let made = 0;
const next = () => ++made;

export function makeGiven(database: Clone, signIn: (email: string) => Promise<Caller>): Given {
  const one = async (text: string, values: unknown[]) => {
    const [row] = await database.owner<{ id: number }>(text, values);
    if (!row) throw new Error(`Nothing was written by: ${text}`);
    return row.id;
  };
  // The demo's own hash: hashing a password for each user would take longer than the tests.
  const user = async (columns: string, values: unknown[]) => {
    const email = `user${next()}@given.test`;
    const holes = values.map((_, index) => `$${index + 2}`).join(', ');
    const id = await one(
      `insert into users (name, email, password_hash, ${columns})
       select 'Given ' || $1, $1, password_hash, ${holes} from users where email = 'super@longshore.test' returning id`,
      [email, ...values],
    );
    return { id, caller: await signIn(email) };
  };
  const relation: Given['relation'] = (caller, fields = {}) =>
    caller.ok(api.relations.create, {
      body: { type: 'customer', name: `Relation ${next()}`, ...fields } as RelationInput,
    });
  const item: Given['item'] = (caller, fields = {}) =>
    caller.ok(api.inventories.create, {
      body: { sku: `T-${next()}`, name: `Thing ${made}`, ...fields } as InventoryInput,
    });
  const courierOf: Given['courierOf'] = (clientId, name = `Courier ${next()}`) =>
    one('insert into couriers (client_id, name) values ($1, $2) returning id', [clientId, name]);
  const relationWithAddress: Given['relationWithAddress'] = async (caller, fields = {}) => {
    const made = await relation(caller, fields);
    const body = { company: made.name, street1: '1 Pier Rd', city: 'Astoria', state_code: 'OR', postal_code: '97103' };
    const { id } = await caller.ok(api.relations.createAddress, { params: { id: made.id }, body });
    return { ...made, addressId: id };
  };
  const orderBody: Given['orderBody'] = async (caller, type = 'Customer Order', fields = {}) => {
    const client = fields.client_id === undefined ? {} : { client_id: fields.client_id };
    const to = await relationWithAddress(caller, { type: relationTypeOf(type), ...client });
    return {
      type,
      ...client,
      reference: `REF-${next()}`,
      relation_id: to.id,
      shipping_address_id: to.addressId,
      billing_address_id: to.addressId,
      shipping: { courier_id: await courierOf(null) },
      lines: fields.lines ?? [{ inventory_id: (await item(caller, client)).id, quantity: 2 }],
      ...fields,
    };
  };
  return {
    client: (company = `Client ${next()}`) => one('insert into clients (company) values ($1) returning id', [company]),
    async mainUser(keys = [], workingClient = 1) {
      const access = JSON.stringify(Object.fromEntries(keys.map((key) => [key, true])));
      const role = await one('insert into roles (name, access) values ($1, $2::jsonb) returning id', [
        `Role ${next()}`,
        access,
      ]);
      return user('is_main_user, role_id, last_working_client', [true, role, workingClient]);
    },
    clientUser: (clientId, mayWriteOrders = false) => user('client_id, order_controller', [clientId, mayWriteOrders]),
    statementReader: (clientId) => user('client_id, statement_reader', [clientId, true]),
    courierOf,
    relation,
    relationWithAddress,
    item,
    orderBody,
    order: async (caller, type, fields) =>
      caller.ok(api.orders.create, { body: await orderBody(caller, type, fields) }),
    async stock(inventoryId, quantity, { quarantine = false, lot, plate } = {}) {
      await database.owner(
        `with m as (insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
           select client_id, id, $4, $5, $3, $2, $2, $2, 'adjust', 'Test', now() from inventories where id = $1),
         s as (insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity)
           select client_id, id, $4, $5, $3, $2 from inventories where id = $1)
         update item_totals set in_stock = in_stock + case when $3 then 0 else $2 end, quarantined = quarantined + case when $3 then $2 else 0 end
         where inventory_id = $1`,
        [inventoryId, quantity, quarantine, plate ?? null, lot ?? null],
      );
    },
    async manyRelations(clientId, count, prefix) {
      await database.owner(
        `insert into relations (client_id, type, name) select $1, 'customer', $3 || ' ' || lpad(n::text, 5, '0') from generate_series(1, $2) n`,
        [clientId, count, prefix],
      );
    },
  };
}
