import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { sql } from '../../../platform/database/sql.ts';

const { billingActivities, billingEntries, billingItems, billingPeriods, billingStatements, clientStatements } = api;
const MONTH = '2025-03';
let it: TestApp;
let main: Caller;
let clientId: number;
let reader: Caller;

/** A client with a charge of 2 × 2.50 and an internal one of 7 in March 2025, and one of 1 × 2.50 in April. */
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await it.database.owner("update billing_accrual set through = '2025-12-31'");
  clientId = await it.given.client('Statement Goods');
  await it.database.owner('update clients set tax_rate = 0.13 where id = $1', [clientId]);
  const activity = await main.ok(billingActivities.create, { body: { name: 'Work', client_id: clientId } });
  const add = async (name: string, rate: string, internal: 0 | 1) => {
    const item = await main.ok(billingItems.create, { body: { name, internal } });
    const params = { id: activity.id, itemId: item.id };
    await main.ok(billingActivities.addItem, { params, body: { rate, valid_from: '2020-01-01' } });
    return item.id;
  };
  const [hour, cost] = [await add('Statement hour', '2.5', 0), await add('Statement cost', '7', 1)];
  const enter = (bill_date: string, billing_item_id: number, quantity: string) =>
    main.ok(billingEntries.create, {
      body: {
        client_id: clientId,
        billing_activity_id: activity.id,
        bill_date,
        reference: 'R',
        entries: [{ billing_item_id, quantity }],
      },
    });
  await enter(`${MONTH}-05`, hour, '2');
  await enter(`${MONTH}-06`, cost, '1');
  await enter('2025-04-05', hour, '1');
  reader = (await it.given.statementReader(clientId)).caller;
});

const close = () => main.ok(billingPeriods.close, { params: { clientId, month: MONTH }, body: { unbilled: 0 } });
const read = (caller: Caller, month = MONTH) => caller.call(clientStatements.get, { params: { month } });

describe('closed statements for the users of a client', () => {
  test('an open month does not exist for them', async () => {
    expect(await reader.ok(clientStatements.list)).toEqual([]);
    expect((await read(reader)).status).toBe(404);
  });

  test('a closed month has the amounts that the staff sees, without what is internal and who closed it', async () => {
    await close();
    const statement = (await read(reader)).data;
    const staff = await main.ok(billingStatements.get, { params: { clientId, month: MONTH } });
    expect(statement).toEqual({
      ...staff,
      entries: 1,
      internal: 0,
      lines: staff.lines.filter(({ internal }) => !internal),
      period: { ...staff.period, user: '' },
      document: staff.document && { ...staff.document, user: '' },
      documents: staff.documents.map((document) => ({ ...document, user: '' })),
    });
    expect(statement.document?.number).not.toBe('');
    expect(statement).toMatchObject({ subtotal: 5, tax: 0.65, total: 5.65 });
    expect(statement.lines).toMatchObject([{ activity: 'Work', item: 'Statement hour', quantity: 2, amount: 5 }]);
    expect(await reader.ok(clientStatements.list)).toEqual([
      { month: MONTH, subtotal: 5, tax: 0.65, total: 5.65, closed_at: staff.period.changed_at },
    ]);
    expect(await reader.ok(clientStatements.pdf, { params: { month: MONTH } })).toMatch(/^JVBERi0/);
  });

  test('without the right, and for users of other clients, there is none', async () => {
    const { caller: plain } = await it.given.clientUser(clientId, true);
    expect((await plain.call(clientStatements.list)).status).toBe(403);
    const { caller: other } = await it.given.statementReader(2);
    expect(await other.ok(clientStatements.list)).toEqual([]);
    expect((await read(other)).status).toBe(404);
    const { caller: staff } = await it.given.mainUser([], clientId);
    expect((await staff.call(clientStatements.list)).status).toBe(403);
    const { caller: biller } = await it.given.mainUser(['view_entry_list'], clientId);
    expect(await biller.ok(clientStatements.list)).toHaveLength(1);
  });

  test('the database itself shows a client user only charged entries of closed months', async () => {
    const seen = await it.app.open({ role: 'app_client', clientId, userId: 0 }, (tx) =>
      sql`select meta_name, bill_date from billing_entries`.execute(tx),
    );
    expect(seen.rows).toEqual([{ meta_name: 'Statement hour', bill_date: `${MONTH}-05` }]);
    const price = it.app.open({ role: 'app_client', clientId, userId: 0 }, (tx) =>
      sql`select user_name from billing_entries`.execute(tx),
    );
    await expect(price).rejects.toThrow(/permission denied|does not exist/);
  });

  test('a month that is opened again is gone', async () => {
    await main.ok(billingPeriods.reopen, { params: { clientId, month: MONTH } });
    expect(await reader.ok(clientStatements.list)).toEqual([]);
    expect((await read(reader)).status).toBe(404);
  });
});

test('the right is given to client users only', async () => {
  const fields = { name: 'Reader', email: 'reader@own.test', client_id: clientId, statement_reader: 1 as const };
  const user = await main.ok(api.users.create, { body: fields });
  expect(user.statement_reader).toBe(true);
  const own = { ...fields, email: 'own@own.test', is_main_user: 1 as const, is_su: 1 as const };
  expect((await main.ok(api.users.create, { body: own })).statement_reader).toBe(false);
});
