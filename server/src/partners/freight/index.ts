import { companyPartner } from '../../modules/channels/index.ts';
import { module } from '../../platform/module.ts';
import { catalogue, freightBookings, verify } from './connector.ts';
import { CALLS } from './words.ts';

/** Freight of any provider that speaks this protocol (decision 0093); the operator says where it is. */
export const freightAccount = companyPartner({
  code: 16,
  slug: 'freight',
  name: 'Freight',
  subjects: CALLS,
  fields: [
    {
      field: 'key_1',
      kind: 'secret',
      required: true,
      label: { en: 'API key', ch: 'API 密钥' },
      hint: { en: 'The key that the freight provider gave the warehouse', ch: '货运服务商提供给仓库的密钥' },
    },
  ],
  limit: { burst: 20, perSecond: 2 },
  limitedBy: ({ key_1 }) => key_1,
  verify,
  catalogue,
});

export const freightModule = module({
  name: 'freight',
  companyPartners: [freightAccount],
  freightPartners: [freightBookings],
});
