import {
  MARKETPLACE_METHODS,
  type MarketplaceFulfilment,
  type MarketplaceMethod,
  reasonSentence,
} from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import type { Connector, Marketplace } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import {
  hasShipment,
  listDocuments,
  readFulfilment,
  readShopShipment,
  type ShopShipment,
} from './marketplace.store.ts';
import { type Partners, partnerOf } from './partners.ts';
import type { PrintKeys } from './print-key.ts';

export interface MarketplaceShipmentOf {
  shipment: ShopShipment;
  stored: StoredIntegration;
  partner: Connector;
  marketplace: Marketplace;
}

/** 40001 when there is no such shipment, 90001 when its order did not come from the marketplace. */
export async function findMarketplace(tx: Tx, connectors: Partners, id: number): Promise<MarketplaceShipmentOf> {
  const shipment = await readShopShipment(tx, id);
  if (!shipment) throw refused((await hasShipment(tx, id)) ? 90001 : 40001);
  const stored = await readStored(tx, shipment.integration_id);
  if (!stored) throw refused(90001);
  const partner = partnerOf(connectors, stored.type);
  if (!partner.marketplace) throw refused(90001);
  return { shipment, stored, partner, marketplace: partner.marketplace };
}

export const PRINTS_AT = '/print';
const methodOf = (text: string | null): MarketplaceMethod =>
  MARKETPLACE_METHODS.find((method) => method === text) ?? MARKETPLACE_METHODS[0];

export async function readMarketplace(
  tx: Tx,
  { connectors, keys }: { connectors: Partners; keys: PrintKeys },
  id: number,
): Promise<MarketplaceFulfilment> {
  const { shipment, partner } = await findMarketplace(tx, connectors, id);
  const made = await readFulfilment(tx, shipment);
  const documents = made ? await listDocuments(tx, made.id) : [];
  const key = keys.make(id);
  return {
    state: made?.state ?? 'none',
    method: methodOf(made?.method ?? shipment.handover),
    provider: made?.provider ?? '',
    isOwnCarrier: made?.is_own_carrier ? 1 : 0,
    tracking_number: made?.tracking_number ?? '',
    problem: made?.problem ? reasonSentence(made.problem) : '',
    problem_key: made?.problem ?? '',
    documents: documents.map(({ kind, state, problem }) => ({
      kind: kind as MarketplaceFulfilment['documents'][number]['kind'],
      state,
      url: `${PRINTS_AT}/${partner.slug}/${kind}/${key}`,
      problem: problem && reasonSentence(problem),
      problem_key: problem,
    })),
  };
}
