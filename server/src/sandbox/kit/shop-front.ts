/** What a person does in a shop, in words that fit every partner: the page of the sandbox and the demo data use it. */
export interface ShopFront {
  partner: string;
  slug: string;
  title: string;
  addProduct(product: ShopProduct): void;
  products(): ShopProduct[];
  /** Newest first. */
  orders(): ShopOrder[];
  /** Answers the id of the order. */
  place(order: NewOrder): string;
  /** Changes quantities and the address of an order, and tells those who listen. False when there is none. */
  edit(id: string, change: OrderChange): boolean;
  cancel(id: string): boolean;
  /** Where labels are bought for orders, by hand. */
  labels?: {
    buy(id: string, label: { trackingNumber: string; cents: number }): void;
    voidAll(id: string): void;
  };
}

export interface ShopProduct {
  sku: string;
  name: string;
  price: string;
}

export interface ShopAddress {
  firstName: string;
  lastName: string;
  company: string;
  street: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  phone: string;
}

export interface NewOrder {
  lines: NewLine[];
  address: ShopAddress;
  shippingMethod: string;
  note?: string;
  /** How long ago it was placed. */
  ageMs?: number;
}

export interface NewLine {
  sku: string;
  quantity: number;
  /** For a SKU that no product has. */
  name?: string;
  price?: string;
}

export interface OrderChange {
  /** By the id of the line. */
  quantities?: Record<string, number>;
  address?: Partial<ShopAddress>;
}

export interface ShopOrder {
  id: string;
  number: string;
  status: string;
  isOpen: boolean;
  placedAt: Date;
  address: ShopAddress;
  shippingMethod: string;
  lines: { id: string; sku: string; name: string; quantity: number; shipped: number }[];
  tracking: { company: string; number: string; url: string }[];
  /** It has labels that are not voided. */
  hasLabels?: boolean;
}
