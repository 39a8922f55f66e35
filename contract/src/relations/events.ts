import { clients } from '../clients/clients.ts';
import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { relations } from './relations.ts';

export const relationsEvents = {
  'relation.saved': event({
    subject: 'relations',
    changes: [
      relations.list,
      relations.get,
      relations.selector,
      relations.addresses,
      relations.address,
      clients.statistics,
      history,
    ],
  }),
};
