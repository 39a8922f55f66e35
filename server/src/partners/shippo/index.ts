import { companyPartner } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { LIMIT } from './client.ts';
import { catalogue, shippoLabels, verify } from './connector.ts';
import { CALLS, KEY } from './words.ts';

export const shippo = companyPartner({
  code: 13,
  slug: 'shippo',
  name: 'GoShippo',
  subjects: CALLS,
  fields: [{ field: 'key_1', kind: 'secret', required: true, ...KEY }],
  limit: LIMIT,
  limitedBy: ({ key_1 }) => key_1,
  verify,
  catalogue,
});

export const shippoModule = module({ name: 'shippo', companyPartners: [shippo], labelPartners: [shippoLabels] });
