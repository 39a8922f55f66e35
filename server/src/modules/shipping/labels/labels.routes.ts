import { api, type LabelAddress } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { type ExternalAddress, keepCatalogue } from '../../channels/index.ts';
import { markBatchPrinted } from './batches.store.ts';
import { requestBatch, showBatch } from './buy-batch.ts';
import { buyLabels } from './buy-labels.ts';
import { callSeller, findSeller, hasAccount, LABEL_PARTNER, type LabelTools } from './label-tools.ts';
import { markPrinted, saveFormat } from './labels.store.ts';
import { rateShipment } from './rate-shipment.ts';
import { readShipmentLabels } from './shipment-labels.view.ts';
import { lookAgain, voidLabel } from './void-label.ts';

const { labels } = api;

const senderOf = (address: LabelAddress): ExternalAddress => ({
  name: address.contact || address.company,
  company: address.company,
  street1: address.street1,
  street2: [address.street2, address.street3].filter(Boolean).join(', '),
  city: address.city,
  state: address.state_code,
  stateCode: address.state_code,
  postalCode: address.postal_code,
  countryCode: address.country_code,
  phone: address.phone,
  email: address.email,
});

/** Makes a sender's address at the partner, and reads which it has now. */
async function addSender(tools: LabelTools, open: Open, address: LabelAddress) {
  const seller = await findSeller(tools, open, true);
  return callSeller(tools, open, seller, async () => ({
    id: await seller.seller.addSender(seller.connection, senderOf(address)),
    catalogue: await seller.partner.catalogue(seller.connection),
  }));
}

export function labelsRoutes(tools: LabelTools): Binding[] {
  const show = async (tx: Tx, actor: Actor, id: number) =>
    readShipmentLabels(tx, tools, actor, id, await hasAccount(tx, tools));
  return [
    bind(labels.get, (tx, { actor, params }) => show(tx, actor, params.id)),
    bindStaged(labels.rates, {
      before: async (open, { actor, body }) => (await rateShipment(tools, open, actor, body)).rates,
      run: async (_tx, _call, rates) => rates,
    }),
    bindStaged(labels.buy, {
      before: (open, { actor, params, body }) => buyLabels(tools, open, actor, params.id, body),
      run: (tx, { actor, params }) => show(tx, actor, params.id),
    }),
    bindStaged(labels.lookAgain, {
      before: (open, { actor, params }) => lookAgain(tools, open, actor, params.id),
      run: (tx, { actor, params }) => show(tx, actor, params.id),
    }),
    bindStaged(labels.void, {
      before: (open, { actor, params }) => voidLabel(tools, open, actor, params.id),
      run: (tx, { actor }, shipmentId) => show(tx, actor, shipmentId),
    }),
    bind(labels.chooseFormat, async (tx, { actor, body }) => {
      await saveFormat(tx, actor.id, body.format);
      return body;
    }),
    bindStaged(labels.buyMany, {
      before: async (open) => {
        await findSeller(tools, open, true);
      },
      run: (tx, { actor, body }) => requestBatch(tx, tools, actor, body),
    }),
    bind(labels.batch, (tx, { params }) => showBatch(tx, tools, params.id)),
    bind(labels.batchPrinted, async (tx, { params }) => {
      await markBatchPrinted(tx, params.id);
      return showBatch(tx, tools, params.id);
    }),
    bind(labels.printed, async (tx, { actor, params, body }) => {
      const answer = await show(tx, actor, params.id);
      const ids = [...new Set(body.ids)];
      if (!ids.every((id) => answer.labels.some((label) => label.id === id))) throw invalid('ids', 'LabelIsUnknown');
      await markPrinted(tx, params.id, ids);
      return show(tx, actor, params.id);
    }),
    bindStaged(labels.addSender, {
      before: (open, { body }) => addSender(tools, open, body),
      run: async (tx, { actor }, { id, catalogue }) => {
        await keepCatalogue(tx, tools, actor, LABEL_PARTNER, catalogue);
        return { id };
      },
    }),
  ];
}
