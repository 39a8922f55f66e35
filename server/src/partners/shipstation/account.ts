import type { PartnerCatalogue } from '@longshore/contract';
import { companyPartner, type PartnerConnection } from '../../modules/channels/index.ts';
import { read } from './client.ts';
import { accountName, readStores } from './connector.ts';
import { catalogueOf } from './mapping.ts';
import { SsCarriersShape, SsPackagesShape, SsServicesShape, SsWarehousesShape } from './shapes.ts';
import { ACCOUNT_CALLS, keys, WHERE } from './words.ts';

/** Of the one API that all connections and the company's account call. */
export const api = {
  slug: 'shipstation',
  // 40 calls in any minute, for everything with the same key.
  limit: { burst: 20, perSecond: 0.33 },
  limitedBy: ({ key_1 }: { key_1: string }) => key_1,
} as const;

/** Services and packages are asked once for each carrier, one after the other: a minute has 40 calls for everybody. */
async function catalogue(connection: PartnerConnection): Promise<PartnerCatalogue> {
  const carriers = await read(
    connection,
    { subject: 'List carriers', method: 'GET', path: '/carriers' },
    SsCarriersShape,
  );
  const warehouses = await read(
    connection,
    { subject: 'List warehouses', method: 'GET', path: '/warehouses' },
    SsWarehousesShape,
  );
  const known = new Map(carriers.map((carrier) => [carrier.code, carrier]));
  const offers = [];
  for (const { code, name } of known.values()) {
    const query = { carrierCode: code };
    const services = await read(
      connection,
      { subject: `List services: ${code}`, method: 'GET', path: '/carriers/listservices', query },
      SsServicesShape,
    );
    const packages = await read(
      connection,
      { subject: `List packages: ${code}`, method: 'GET', path: '/carriers/listpackages', query },
      SsPackagesShape,
    );
    offers.push({ code, name, services, packages });
  }
  return catalogueOf(offers, warehouses);
}

/** The company's own account: orders are sent there, and the stores of its clients are in it. */
export const shipStationAccount = companyPartner({
  ...api,
  code: 1,
  name: 'ShipStation',
  subjects: ACCOUNT_CALLS,
  fields: keys(WHERE),
  verify: async (connection) => ({ account: accountName(await readStores(connection)) }),
  catalogue,
});
