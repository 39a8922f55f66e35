import { type Answer, type Call, header, json } from '../kit/partner.ts';
import type { NewOrder, ShopAddress, ShopFront } from '../kit/shop-front.ts';
import { centsOf } from '../kit/values.ts';
import { PEOPLE, randomOrder, unknownSkuOrder } from '../seed.ts';
import { page } from './layout.ts';
import { markup } from './markup.ts';
import { ADDRESS_FIELDS, addressOfShop, navigation, shopContent } from './shop-page.ts';

const QUANTITY_MAX = 9999;

/** The pages below `/sandbox`: the shops, as a customer and an owner use them. */
export class SandboxPage {
  private readonly shopsNow: () => ShopFront[];
  private made = 0;

  constructor(shopsNow: () => ShopFront[]) {
    this.shopsNow = shopsNow;
  }

  answer(call: Call): Answer {
    const [, partner = '', slug = '', ...rest] = call.path.split('/');
    const shops = this.shopsNow();
    const shop = shops.find((each) => each.partner === partner && each.slug === slug);
    if (call.method === 'POST') return shop ? this.change(shop, call, rest) : json(404, { error: 'Not found' });
    if (call.method !== 'GET') return json(405, { error: 'Not allowed' });
    if (!shop && partner) return page('Not found', navigation(shops), 404);
    if (shop) return page(shop.title, shopContent(shops, shop));
    return page('Demo shops', markup`${navigation(shops)}<p>Choose a shop.</p>`);
  }

  private change(shop: ShopFront, call: Call, [what = '', id = '', action = '']: string[]): Answer {
    if (!header(call, 'content-type')?.startsWith('application/x-www-form-urlencoded'))
      return json(415, { error: 'A form is expected.' });
    const form = new URLSearchParams(call.body.toString('utf8'));
    const name = id ? `${what}/${action}` : what;
    const changes: Record<string, () => unknown> = {
      random: () => this.placeMade(shop, randomOrder),
      unknown: () => this.placeMade(shop, (_products, number) => unknownSkuOrder(number)),
      orders: () => placeFromForm(shop, form),
      'orders/edit': () => shop.edit(id, { quantities: numbersOf(form, 'line.'), address: addressOf(form) }),
      'orders/cancel': () => shop.cancel(id),
      'orders/label': () => shop.labels && buyLabel(shop.labels, id, form),
      'orders/void': () => shop.labels?.voidAll(id),
    };
    const run = changes[name];
    if (!run) return json(404, { error: 'Not found' });
    run();
    const anchor = id ? `#order-${encodeURIComponent(id)}` : '';
    return { status: 303, headers: { location: addressOfShop(shop) + anchor }, body: '' };
  }

  private placeMade(
    shop: ShopFront,
    make: (products: ReturnType<ShopFront['products']>, number: number) => NewOrder,
  ): void {
    this.made++;
    shop.place(make(shop.products(), this.made));
  }
}

function buyLabel(labels: NonNullable<ShopFront['labels']>, id: string, form: URLSearchParams): void {
  const trackingNumber = (form.get('tracking') ?? '').trim().slice(0, 50);
  if (trackingNumber) labels.buy(id, { trackingNumber, cents: centsOf(form.get('cost') ?? '') });
}

function placeFromForm(shop: ShopFront, form: URLSearchParams): void {
  const lines = Object.entries(numbersOf(form, 'quantity.'))
    .filter(([, quantity]) => quantity > 0)
    .map(([sku, quantity]) => ({ sku, quantity }));
  if (lines.length === 0) return;
  const given = addressOf(form);
  const address = given.street ? { ...emptyAddress(), ...given } : (PEOPLE[0] as ShopAddress);
  shop.place({ lines, address, shippingMethod: form.get('shippingMethod') ?? '' });
}

/** Whole numbers of the fields that begin with the prefix, by the rest of their name. */
function numbersOf(form: URLSearchParams, prefix: string): Record<string, number> {
  return Object.fromEntries(
    [...form]
      .filter(([name, value]) => name.startsWith(prefix) && /^\d{1,4}$/.test(value))
      .map(([name, value]) => [name.slice(prefix.length), Math.min(QUANTITY_MAX, Number(value))]),
  );
}

const emptyAddress = (): ShopAddress =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, ''])) as unknown as ShopAddress;

function addressOf(form: URLSearchParams): Partial<ShopAddress> {
  return Object.fromEntries(
    ADDRESS_FIELDS.filter((name) => form.has(name)).map((name) => [name, (form.get(name) ?? '').slice(0, 255)]),
  );
}
