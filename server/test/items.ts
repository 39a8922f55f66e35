import { api, type Inventory, type Trace } from '@longshore/contract';
import type { Given } from './given.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';
import { reserveUnits } from './reserving.ts';

type Fields = Parameters<Given['item']>[1];

/** Fixtures for item tests: users of two clients, items and kits, and their history. */
export interface Items {
  it: TestApp;
  staff: Caller;
  /** A user of client 1, to which the items belong by default. */
  client: Caller;
  /** A user of client 2. */
  other: Caller;
  item(fields?: Fields, as?: Caller): Promise<Inventory>;
  kit(fields?: Fields): Promise<Inventory>;
  /** An item's history, newest first. */
  tracesOf(id: number): Promise<Trace[]>;
  /** Reserves units of it, as a shipment would. */
  reserve(id: number, quantity: number): Promise<void>;
}

export async function givenItems(): Promise<Items> {
  const it = await testApp();
  const [staff, client] = [await it.as('staff'), await it.as('client')];
  const { caller: tracer } = await it.given.mainUser(['trace_history']);
  const item: Items['item'] = (fields = {}, as = client) => it.given.item(as, fields);
  return {
    it,
    staff,
    client,
    other: await it.signIn('liwei@northfield.test'),
    item,
    kit: (fields = {}) => item({ type: 'Kit', ...fields }),
    tracesOf: async (id) =>
      (await tracer.ok(api.records.traces, { query: { traceable_type: 'Inventory', traceable_id: id } })).data,
    reserve: (id, quantity) => reserveUnits(it, id, quantity),
  };
}
