import { api, type Quote, type Shipment } from '@longshore/contract';
import type { Sandbox } from '../src/sandbox/index.ts';
import type { Caller, TestApp } from './harness.ts';
import { warehouse } from './warehouse.ts';

const { labels, shipments } = api;

/** Shipments for which labels are bought, with the account of the sandbox. */
export async function labelDesk(it: TestApp, staff: Caller, sandbox: Sandbox) {
  const { house, courier, packed } = await withCourier(it, staff, sandbox);
  const rates = (id: number, more: object = {}) =>
    staff.ok(labels.rates, { body: { shipment_id: id, ...more } as never });
  const cheapest = async (id: number, more: object = {}): Promise<Quote> => {
    const { quotes } = await rates(id, more);
    const quote = quotes.find(({ is_cheapest }) => is_cheapest);
    if (!quote) throw new Error('The sandbox offers something for every parcel.');
    return quote;
  };
  const bodyOf = ({ object_id, service, cost, dates }: Quote) => ({ object_id, service, cost, dates });
  return {
    house,
    courier,
    packed,
    rates,
    cheapest,
    bodyOf,
    get: (id: number) => staff.ok(labels.get, { params: { id } }),
    buyAt: (id: number, quote: Quote, caller = staff) =>
      caller.call(labels.buy, { params: { id }, body: bodyOf(quote) }),
    buy: async (id: number, more: object = {}) =>
      staff.ok(labels.buy, { params: { id }, body: bodyOf(await cheapest(id, more)) }),
    /** Purchases that the sandbox was sent, also those that it did not answer. */
    sent: () =>
      sandbox.calls().filter(({ method, path }) => method === 'POST' && path.includes('/transactions')).length,
  };
}

async function withCourier(it: TestApp, staff: Caller, sandbox: Sandbox) {
  const house = warehouse(it, staff);
  await staff.ok(api.companyAccounts.saveShippo, { body: sandbox.credentials.shippo as never });
  const places = await staff.ok(api.companyAccounts.shippoAddresses);
  const carriers = await staff.ok(api.companyAccounts.shippoCouriers);
  let made = 0;
  const courier = async (more: object = {}): Promise<number> => {
    const { id } = await staff.ok(api.company.createCourier, {
      body: {
        name: `Labels ${++made}`,
        shippo_id: carriers.map((carrier) => carrier.id).join(','),
        shippo_address_id: places[0]?.id,
        label_rule: 'cheapest',
        ...more,
      } as never,
    });
    return id;
  };
  const own = await courier();
  const packed = async (cartons = 1, { courierId = own, address = {} as object } = {}): Promise<Shipment> => {
    const item = await house.item(100);
    const made = await house.shipment('Customer Order', [item.id, cartons]);
    await it.database.owner(
      `update shipments set courier_id = $2, shipping_addr = shipping_addr || $3::jsonb where id = $1`,
      [
        made.id,
        courierId,
        JSON.stringify({
          contact: 'Ann Porter',
          street1: '1 Pier Road',
          city: 'Boston',
          state_code: 'MA',
          postal_code: '02110',
          country_code: 'US',
          phone: '+1 617 555 0100',
          ...address,
        }),
      ],
    );
    const [line] = made.shipment_lines;
    const containers = Array.from({ length: cartons }, (_, n) => ({
      own_number: `C${n + 1}`,
      length: 40,
      width: 30,
      height: 30,
      weight: 5 + n,
      contents: [{ lineId: line?.id ?? 0, quantity: 1, expire: null }],
    }));
    await staff.ok(shipments.pack, { params: { id: made.id }, body: { containers } as never });
    return house.get(made.id);
  };
  return { house, courier, packed };
}

export type LabelDesk = Awaited<ReturnType<typeof labelDesk>>;
