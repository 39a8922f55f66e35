import { api, type BillingRun, type Charge } from '@longshore/contract';
import { processRun } from '../src/modules/billing/index.ts';
import type { Caller, TestApp } from './harness.ts';

const { billingActivities: activities, billingItems: items, billingRuns: runs } = api;

export interface Charged {
  id: number;
  day: string;
  charge: string;
  price: string;
  quantity: string;
  bill_date: string;
}

let made = 0;

/** Fixtures for tests of the accrual: rates of clients, charged days, and the resulting entries. */
export function accruing(it: TestApp, main: Caller) {
  const start = (clientId: number, from: string, to = from) =>
    main.ok(runs.start, { body: { from, to, client_ids: [clientId], may_lower: 1 } });
  const charged = (clientId: number) =>
    it.database.owner<Charged>(
      `select e.id, e.charge_day::text as day, a.charge, trim_scale(e.price)::text as price, trim_scale(e.quantity)::text as quantity,
         e.bill_date::text as bill_date
       from billing_entries e join billing_activities a on a.id = e.activity_id
       where e.client_id = $1 and e.accrued and e.deleted_at is null order by e.charge_day, a.id`,
      [clientId],
    );
  return {
    /** An activity with one item at a rate from a day on. */
    async given(clientId: number, charge: Charge, uom: string, link: object, name = `Charge ${++made}`) {
      const activity = await main.ok(activities.create, { body: { name, client_id: clientId, charge } });
      const item = await main.ok(items.create, { body: { name, uom } });
      const params = { id: activity.id, itemId: item.id };
      await main.ok(activities.addItem, { params, body: { valid_from: '2020-01-01', ...link } });
      return params;
    },
    start,
    async run(clientId: number, from: string, to = from): Promise<BillingRun> {
      const { id } = await start(clientId, from, to);
      await processRun(it.app.open, id);
      return main.ok(runs.get, { params: { id } });
    },
    charged,
    brief: async (clientId: number) =>
      (await charged(clientId)).map(({ day, charge, price, quantity }) => `${day} ${charge} ${quantity} × ${price}`),
    gapsOf: (clientId: number) =>
      it.database.owner<{ day: string; reason: string; details: object }>(
        `select day::text as day, reason, details from billing_gaps where client_id = $1 order by day, id`,
        [clientId],
      ),
  };
}
