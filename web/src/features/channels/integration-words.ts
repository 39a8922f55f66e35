import { api, type Integration, type PartnerForm } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import type { PlainKey } from '../../lib/text/text.ts';
import type { TraceLabels } from '../records/index.ts';

/** Labels of a connection's fields, for list, page, form and history. */
export const integrationLabels = {
  name: 'integrations.name',
  api_version: 'integrations.credentials.version',
  store_time_zone: 'integrations.options.timeZone',
  create_new_item: 'integrations.options.createItems',
  auto_process: 'integrations.options.process',
  synchronize: 'integrations.options.synchronize',
  sync_minutes: 'integrations.options.minutes',
  report_shipments: 'integrations.options.report',
  report_stock: 'integrations.options.share',
  stock_share: 'integrations.options.stockShare',
  stock_reserve: 'integrations.options.stockReserve',
} as const satisfies Record<string, PlainKey>;

/** What the credentials are called depends on the partner; the history of a deleted one is not read. */
const credential = 'integrations.credentials.field' as const;

export const integrationTraceLabels: TraceLabels<'Integration'> = {
  ...integrationLabels,
  access_token: credential,
  o_auth_token: credential,
  key_1: credential,
  key_2: credential,
  key_3: credential,
  key_4: credential,
  key_5: credential,
  verified: 'integrations.verified',
  place: 'integrations.history.place',
  service: 'integrations.history.service',
  sku: 'integrations.history.sku',
  courier: 'integrations.history.courier',
};

export const integrationsPath = '/integrations';
export const integrationPath = (id: number | 'new', action: 'view' | 'edit') =>
  `${integrationsPath}/${id}/action/${action}`;

/** An inbound connection of a marketplace: it is neither edited nor mapped here. */
export const MARKETPLACE_INBOUND = 11;

/** What the partners declare about themselves; it changes with a release only. */
export const usePartners = () => useRead(api.integrations.partners, {}, { staleTime: Number.POSITIVE_INFINITY });

export function usePartner({ type }: Pick<Integration, 'type'>): PartnerForm | undefined {
  const { data } = usePartners();
  return data?.find(({ code }) => code === type);
}

export const isShopify = (partner: PartnerForm | undefined) => partner?.slug === 'shopify';
/** The version of a Shopify connection that works with fulfilment requests; any other one only reads. */
export const CURRENT_SHOPIFY = 'V1';

export const needsUpgrade = (integration: Pick<Integration, 'api_version'>, partner: PartnerForm | undefined) =>
  isShopify(partner) && integration.api_version !== CURRENT_SHOPIFY;

/** Names of versions that the catalogue knows; any other one is shown as it is. */
const VERSION_NAMES: Partial<Record<string, PlainKey>> = {
  V1: 'integrations.credentials.versions.V1',
  default: 'integrations.credentials.versions.default',
  '': 'integrations.credentials.versions.default',
};
export const versionName = (version: string, t: (key: PlainKey) => string): string => {
  const name = VERSION_NAMES[version];
  return name ? t(name) : version;
};
