import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { companyAccounts } from './company-accounts.ts';
import { integrations } from './integrations.ts';
import { marketplace } from './marketplace.ts';

const { list, get, health, runs, orders, order, calls, skus, couriers } = integrations;

export const channelsEvents = {
  /** Keys of the company's account with a partner, or what the partner offers. */
  'company_account.saved': event({
    changes: [
      companyAccounts.list,
      companyAccounts.shipStationCouriers,
      companyAccounts.shipStationWarehouses,
      companyAccounts.shippoCouriers,
      companyAccounts.shippoAddresses,
      companyAccounts.freightLists,
    ],
  }),
  'integration.saved': event({ subject: 'integrations', changes: [list, get, health, history] }),
  'integration.removed': event({ subject: 'integrations', changes: [list] }),
  /** SKUs or couriers were mapped: orders that wait may go on. */
  'integration.mapped': event({ subject: 'integrations', changes: [get, skus, couriers, orders] }),
  /** A run waits, works or has ended. */
  'channel.run': event({ subject: 'integrations', changes: [list, health, runs, calls] }),
  /** The changes of a shop are to be read. */
  'channel.sync_due': event({ subject: 'integrations', payload: z.object({ run_id: Id }), changes: [runs, calls] }),
  /** A partner says that one of its orders changed. */
  'channel.order_due': event({
    subject: 'integrations',
    payload: z.object({ source_id: z.string() }),
    changes: [calls],
  }),
  /** Orders of a shop were seen or went on; the first with a shipping method adds it to the couriers. */
  'channel.orders': event({
    subject: 'integrations',
    changes: [list, get, health, orders, order, couriers, calls],
  }),
  /** The shop does not know a stock level. */
  'channel.stock_due': event({ subject: 'integrations' }),
  /** The partner is to be asked whether it still calls us. */
  'channel.hooks_due': event({ subject: 'integrations' }),
  /** A merchant waits for an answer. */
  'channel.answer_due': event({ subject: 'integrations', payload: z.object({ channel_order_id: Id }) }),
  /** A shipment is to be reported to the shop. */
  'channel.report_due': event({ subject: 'integrations', payload: z.object({ report_id: Id }), changes: [health] }),
  /** A shipment was handed over at its marketplace, or a document of it arrived or was refused. */
  'marketplace.saved': event({ subject: 'shipments', changes: [marketplace.get] }),
  /** A document of a marketplace is to be fetched. */
  'marketplace.document_due': event({ subject: 'integrations', payload: z.object({ document_id: Id }) }),
};
