import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { bookFreight, type FreightTools, readCurrency } from './book-freight.ts';
import { readFreight } from './freight.view.ts';

const { freight } = api;

/** The provider is called before the transaction: nothing slow happens in one. */
export const freightRoutes = (tools: FreightTools): Binding[] => [
  bind(freight.get, (tx, { params }) => readFreight(tx, params.id)),
  bindStaged(freight.currency, {
    before: (open, { actor, params }) => readCurrency(tools, open, actor, params.id),
    run: async (_tx, _call, currency) => ({ currency }),
  }),
  bindStaged(freight.book, {
    before: (open, { actor, params, body }) => bookFreight(tools, open, actor, params.id, body),
    run: (tx, { params }) => readFreight(tx, params.id),
  }),
];
