import type { NewOrder, ShopAddress, ShopFront, ShopProduct } from './kit/shop-front.ts';

export interface Seed {
  /** What the demo shops sell. */
  products?: ShopProduct[];
  /** Adds orders in different states to the demo shops. */
  demoOrders?: boolean;
}

const MINUTE = 60_000;

const person = (firstName: string, lastName: string, more: Partial<ShopAddress>): ShopAddress => ({
  firstName,
  lastName,
  company: '',
  street: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  email: `${firstName}.${lastName}@example.test`
    .normalize('NFD')
    .replace(/[^\w.@]/g, '')
    .toLowerCase(),
  phone: '+1 617 555 0100',
  ...more,
});

/** The customers of the demo shops. */
export const PEOPLE: ShopAddress[] = [
  person('Ann', 'Porter', { street: '1 Pier Road', city: 'Boston', state: 'MA', zip: '02110' }),
  person('José', 'Muñoz', { street: 'Calle Mayor 7, 2º', city: 'Madrid', state: 'M', zip: '28013', country: 'ES' }),
  person('Zoë', "O'Brien-Łukasik", {
    company: 'Brien & Söhne GmbH',
    street: 'Königstraße 12',
    street2: 'Hinterhaus',
    city: 'Köln',
    zip: '50667',
    country: 'DE',
  }),
  person('小明', '王', {
    street: '南京东路 100 号',
    city: '上海',
    state: 'SH',
    zip: '200001',
    country: 'CN',
    email: 'wang.xiaoming@example.test',
  }),
  person('Grace', 'Okafor', { street: '450 Market Street', city: 'San Francisco', state: 'CA', zip: '94105' }),
];

/** Named like carriers, as many shops do; one of them no warehouse knows. */
export const SHIPPING_METHODS = ['UPS Ground', 'FedEx 2Day', 'USPS Priority Mail', 'Bike messenger'];

const personAt = (at: number): ShopAddress => PEOPLE[at % PEOPLE.length] as ShopAddress;

/** An order of a customer and products that follow from the number. */
export function randomOrder(products: ShopProduct[], number: number): NewOrder {
  const count = 1 + (number % 3);
  return {
    lines: Array.from({ length: Math.min(count, products.length) }, (_, line) => ({
      sku: (products[(number * 7 + line * 3) % products.length] as ShopProduct).sku,
      quantity: 1 + ((number + line) % 4),
    })).filter(({ sku }, at, all) => all.findIndex((other) => other.sku === sku) === at),
    address: personAt(number),
    shippingMethod: SHIPPING_METHODS[number % SHIPPING_METHODS.length] as string,
  };
}

/** An order for what the warehouse does not know. */
export const unknownSkuOrder = (number: number): NewOrder => ({
  lines: [{ sku: `NEW-${100 + number}`, quantity: 1, name: 'Limited edition mug', price: '18.00' }],
  address: personAt(number),
  shippingMethod: 'UPS Ground',
});

/** Orders as a new connection finds them: plain ones, one with an unknown SKU, one for two parcels, one that was cancelled. */
export function addDemoOrders(shop: ShopFront): void {
  const products = shop.products();
  if (products.length === 0) return;
  const place = (order: NewOrder, ageMinutes: number) => shop.place({ ...order, ageMs: ageMinutes * MINUTE });
  for (let number = 0; number < 5; number++) place(randomOrder(products, number), 240 - number * 20);
  const manyLines = products.slice(0, 6).map(({ sku }, at) => ({ sku, quantity: 12 + at * 6 }));
  place({ lines: manyLines, address: personAt(2), shippingMethod: 'FedEx 2Day', note: 'Two parcels are fine.' }, 120);
  place(unknownSkuOrder(1), 60);
  shop.cancel(place(randomOrder(products, 7), 45));
}
