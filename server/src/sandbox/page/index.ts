import type { Desk } from '../kit/desk.ts';
import { type Answer, type Call, header, json } from '../kit/partner.ts';
import type { NewOrder, ShopAddress, ShopFront } from '../kit/shop-front.ts';
import { centsOf } from '../kit/values.ts';
import { PEOPLE, randomOrder, unknownSkuOrder } from '../seed.ts';
import { deskContent } from './desk-page.ts';
import { page } from './layout.ts';
import { markup } from './markup.ts';
import { ADDRESS_FIELDS, addressOfShop, navigation, type Place, shopContent } from './shop-page.ts';

const QUANTITY_MAX = 9999;

/** The pages below `/sandbox`: the shops, as a customer and an owner use them. */
export class SandboxPage {
  private readonly shopsNow: () => ShopFront[];
  private readonly desksNow: () => Desk[];
  private made = 0;

  constructor(shopsNow: () => ShopFront[], desksNow: () => Desk[]) {
    this.shopsNow = shopsNow;
    this.desksNow = desksNow;
  }

  answer(call: Call): Answer {
    const [, partner = '', slug = '', ...rest] = call.path.split('/');
    const [shops, desks] = [this.shopsNow(), this.desksNow()];
    const isIt = (place: Place) => place.partner === partner && place.slug === slug;
    const [shop, desk] = [shops.find(isIt), desks.find(isIt)];
    if (call.method === 'POST') {
      if (!shop && !desk) return json(404, { error: 'Not found' });
      const form = formOf(call);
      if (!form) return json(415, { error: 'A form is expected.' });
      return shop ? this.change(shop, form, rest) : decide(desk as Desk, form, rest);
    }
    if (call.method !== 'GET') return json(405, { error: 'Not allowed' });
    const links = navigation([...shops, ...desks], shop ?? desk);
    if (shop) return page(shop.title, shopContent(shop, links));
    if (desk) return page(desk.title, deskContent(desk, links));
    if (partner) return page('Not found', links, 404);
    return page('Demo shops', markup`${links}<p>Choose a shop, or the desk of a partner.</p>`);
  }

  private change(shop: ShopFront, form: URLSearchParams, [what = '', id = '', action = '']: string[]): Answer {
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
    return backTo(shop, id);
  }

  private placeMade(
    shop: ShopFront,
    make: (products: ReturnType<ShopFront['products']>, number: number) => NewOrder,
  ): void {
    this.made++;
    shop.place(make(shop.products(), this.made));
  }
}

const backTo = (place: Place, id: string): Answer => {
  const anchor = id ? `#order-${encodeURIComponent(id)}` : '';
  return { status: 303, headers: { location: addressOfShop(place) + anchor }, body: '' };
};

function formOf(call: Call): URLSearchParams | undefined {
  const isForm = header(call, 'content-type')?.startsWith('application/x-www-form-urlencoded');
  return isForm ? new URLSearchParams(call.body.toString('utf8')) : undefined;
}

/** A decision is made once: a button of an older page changes nothing. */
function decide(desk: Desk, form: URLSearchParams, [what = '', id = '', action = '']: string[]): Answer {
  if (what !== 'entries') return json(404, { error: 'Not found' });
  const isOffered = desk
    .entries()
    .some((entry) => entry.id === id && entry.actions.some(({ name }) => name === action));
  if (isOffered) desk.act(id, action, (form.get('note') ?? '').trim().slice(0, 200));
  return backTo(desk, id);
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
