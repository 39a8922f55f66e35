import type {
  NewLine,
  NewOrder,
  OrderChange,
  ShopAddress,
  ShopFront,
  ShopOrder,
  ShopProduct,
} from '../kit/shop-front.ts';
import { centsOf, moneyText } from '../kit/values.ts';
import type { TgAccount, TgAddress, TgOrder, TgOrderStatus } from './account.ts';

const SHIPPING_CENTS = 590;

/** What people do in a company of TradeGecko. */
export class TgShop implements ShopFront {
  readonly partner = 'tradegecko';

  constructor(
    private readonly account: TgAccount,
    private readonly now: () => Date,
  ) {}

  get slug(): string {
    return this.account.slug;
  }

  get title(): string {
    return this.account.title;
  }

  addProduct({ sku, name, price }: ShopProduct): void {
    const id = this.account.ids.next();
    this.account.variants.set(id, { id, sku, product_name: name, cents: centsOf(price) });
  }

  products(): ShopProduct[] {
    return [...this.account.variants.values()].map(({ sku, product_name, cents }) => ({
      sku,
      name: product_name,
      price: moneyText(cents),
    }));
  }

  orders(): ShopOrder[] {
    return [...this.account.orders.values()].map((order) => this.shown(order)).reverse();
  }

  place({ lines, address, shippingMethod, note, ageMs = 0 }: NewOrder): string {
    const { account } = this;
    const at = new Date(this.now().getTime() - ageMs);
    const id = account.ids.next();
    const addressId = this.addAddress(address);
    account.orders.set(id, {
      id,
      order_number: `SO${id}`,
      status: 'finalized',
      email: address.email || null,
      notes: note ?? null,
      billing_address_id: addressId,
      shipping_address_id: addressId,
      stock_location_id: account.locations[0]?.id ?? 0,
      issuedAt: at,
      updatedAt: at,
    });
    for (const line of lines) this.addLine(id, line);
    if (shippingMethod) {
      const lineId = account.ids.next();
      const charge = { variant_id: null, label: shippingMethod, quantity: 1, cents: SHIPPING_CENTS };
      account.lines.set(lineId, { ...charge, id: lineId, order_id: id });
    }
    return String(id);
  }

  edit(id: string, { quantities = {}, address }: OrderChange): boolean {
    const order = this.account.orders.get(Number(id));
    if (!order) return false;
    for (const line of this.account.linesOf(order.id)) {
      line.quantity = quantities[String(line.id)] ?? line.quantity;
      if (line.quantity === 0) this.account.lines.delete(line.id);
    }
    if (address) order.shipping_address_id = this.addAddress({ ...this.addressOf(order), ...address });
    order.updatedAt = this.now();
    return true;
  }

  cancel(id: string): boolean {
    return this.setStatus(id, 'void');
  }

  setStatus(id: string, status: TgOrderStatus): boolean {
    const order = this.account.orders.get(Number(id));
    if (!order) return false;
    order.status = status;
    order.updatedAt = this.now();
    return true;
  }

  private addLine(orderId: number, { sku, quantity, name, price }: NewLine): void {
    const { account } = this;
    let variant = [...account.variants.values()].find((each) => each.sku === sku);
    if (!variant) {
      variant = { id: account.ids.next(), sku, product_name: name ?? sku, cents: centsOf(price ?? '0') };
      account.variants.set(variant.id, variant);
    }
    const id = account.ids.next();
    const cents = price === undefined ? variant.cents : centsOf(price);
    account.lines.set(id, { id, order_id: orderId, variant_id: variant.id, label: null, quantity, cents });
  }

  private addAddress(address: ShopAddress): number {
    const id = this.account.ids.next();
    this.account.addresses.set(id, {
      id,
      first_name: address.firstName || null,
      last_name: address.lastName || null,
      company_name: address.company || null,
      address1: address.street || null,
      address2: address.street2 || null,
      city: address.city || null,
      state: address.state || null,
      zip_code: address.zip || null,
      country: address.country || null,
      phone_number: address.phone || null,
      email: address.email || null,
    });
    return id;
  }

  private addressOf({ shipping_address_id }: TgOrder): ShopAddress {
    const address = this.account.addresses.get(shipping_address_id ?? 0);
    const text = (name: keyof TgAddress) => String(address?.[name] ?? '');
    return {
      firstName: text('first_name'),
      lastName: text('last_name'),
      company: text('company_name'),
      street: text('address1'),
      street2: text('address2'),
      city: text('city'),
      state: text('state'),
      zip: text('zip_code'),
      country: text('country'),
      email: text('email'),
      phone: text('phone_number'),
    };
  }

  private shown(order: TgOrder): ShopOrder {
    const { account } = this;
    const lines = account.linesOf(order.id);
    return {
      id: String(order.id),
      number: order.order_number,
      // The page says what other shops say.
      status: order.status === 'void' ? 'cancelled (void)' : order.status,
      isOpen: order.status === 'finalized' || order.status === 'active' || order.status === 'draft',
      placedAt: order.issuedAt,
      address: this.addressOf(order),
      shippingMethod: lines.find(({ variant_id }) => variant_id === null)?.label ?? '',
      lines: lines.flatMap(({ id, variant_id, quantity }) => {
        const variant = account.variants.get(variant_id ?? 0);
        const shipped = account.heldOf(id, ['fulfilled']);
        return variant ? [{ id: String(id), sku: variant.sku, name: variant.product_name, quantity, shipped }] : [];
      }),
      tracking: account
        .fulfillmentsOf(order.id)
        .filter(({ status, tracking_number }) => (status === 'packed' || status === 'fulfilled') && tracking_number)
        .map(({ tracking_company, tracking_number }) => ({
          company: tracking_company,
          number: tracking_number,
          url: '',
        })),
    };
  }
}
