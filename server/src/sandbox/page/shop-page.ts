import type { ShopAddress, ShopFront, ShopOrder, ShopProduct } from '../kit/shop-front.ts';
import { PEOPLE, SHIPPING_METHODS } from '../seed.ts';
import { type Markup, markup } from './markup.ts';

const ORDERS_SHOWN = 50;
const PRODUCTS_SHOWN = 200;
const ADDRESS_LABELS: Record<keyof ShopAddress, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  street: 'Street',
  street2: 'Street, second line',
  city: 'City',
  state: 'State',
  zip: 'Postal code',
  country: 'Country (2 letters)',
  email: 'E-mail',
  phone: 'Phone',
};
export const ADDRESS_FIELDS = Object.keys(ADDRESS_LABELS) as (keyof ShopAddress)[];

/** A page of the sandbox: a shop, or the desk of a partner. */
export type Place = Pick<ShopFront, 'partner' | 'slug' | 'title'>;

export const addressOfShop = ({ partner, slug }: Omit<Place, 'title'>): string =>
  `/sandbox/${partner}/${encodeURIComponent(slug)}`;

export const navigation = (places: Place[], current?: Place): Markup =>
  markup`<nav>${places.map(
    (shop) =>
      markup`<a href="${addressOfShop(shop)}"${shop === current ? markup` aria-current="page"` : ''}>${shop.title}</a>`,
  )}</nav>`;

/** A shop with its orders, as its owner would see them. */
export function shopContent(shop: ShopFront, navigation: Markup): Markup {
  const orders = shop.orders();
  return markup`${navigation}
<p>This shop is imitated on this machine. Orders that you place here arrive in Longshore, and what Longshore ships is shown here.</p>
${newOrder(shop)}
${orders.length === 0 ? markup`<p class="quiet">No orders yet.</p>` : ''}
${orders.slice(0, ORDERS_SHOWN).map((order) => orderCard(shop, order))}
${orders.length > ORDERS_SHOWN ? markup`<p class="quiet">${orders.length - ORDERS_SHOWN} older orders are not shown.</p>` : ''}`;
}

function newOrder(shop: ShopFront): Markup {
  const to = addressOfShop(shop);
  const button = (action: string, label: string) =>
    markup`<form class="inline" method="post" action="${to}/${action}"><button>${label}</button></form> `;
  return markup`<section class="card">
<div class="head"><h2>Place an order</h2></div>
<p>${button('random', 'Random order')}${button('unknown', 'Order with an unknown SKU')}</p>
<details><summary>Choose products and address</summary>
<form method="post" action="${to}/orders">
<table><thead><tr><th>SKU</th><th>Product</th><th class="number">Price</th><th class="number">Quantity</th></tr></thead>
<tbody>${shop.products().slice(0, PRODUCTS_SHOWN).map(productRow)}</tbody></table>
${addressFields(PEOPLE[0])}
<label>Shipping method <select name="shippingMethod">${SHIPPING_METHODS.map((each) => markup`<option>${each}</option>`)}</select></label>
<p><button>Place the order</button></p>
</form></details></section>`;
}

const productRow = ({ sku, name, price }: ShopProduct): Markup =>
  markup`<tr><td>${sku}</td><td class="wide">${name}</td><td class="number">${price}</td>
<td class="number"><input type="number" name="quantity.${sku}" min="0" max="9999" value="0" aria-label="Quantity of ${sku}"></td></tr>`;

const addressFields = (address?: ShopAddress): Markup =>
  markup`<fieldset class="fields">${ADDRESS_FIELDS.map(
    (name) =>
      markup`<label>${ADDRESS_LABELS[name]} <input name="${name}" value="${address?.[name] ?? ''}" maxlength="255"></label>`,
  )}</fieldset>`;

function orderCard(shop: ShopFront, order: ShopOrder): Markup {
  const { address } = order;
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.company,
    address.street,
    address.street2,
    `${address.zip} ${address.city}`,
    address.state,
    address.country,
  ];
  return markup`<section class="card" id="order-${order.id}">
<div class="head"><h2>${order.number}</h2><span class="status">${order.status}</span>
<small>${order.placedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</small></div>
<p class="wide">${lines.filter((line) => line.trim()).join(', ')}<br><small>${order.shippingMethod}</small></p>
<table><thead><tr><th>SKU</th><th>Product</th><th class="number">Ordered</th><th class="number">Shipped</th></tr></thead>
<tbody>${order.lines.map(
    ({ sku, name, quantity, shipped }) =>
      markup`<tr><td>${sku}</td><td class="wide">${name}</td><td class="number">${quantity}</td><td class="number">${shipped}</td></tr>`,
  )}</tbody></table>
${order.tracking.map(({ company, number, url }) => markup`<p class="wide">Tracking: ${company} <strong>${number}</strong> <small>${url}</small></p>`)}
${shop.labels ? labelForms(shop, order) : ''}
${order.isOpen ? changes(shop, order) : ''}</section>`;
}

/** A label with a number and a price, as the account's people would buy one. */
function labelForms(shop: ShopFront, order: ShopOrder): Markup {
  const to = `${addressOfShop(shop)}/orders/${encodeURIComponent(order.id)}`;
  if (order.hasLabels)
    return markup`<form method="post" action="${to}/void"><button>Void the label of ${order.number}</button></form>`;
  if (!order.isOpen) return markup``;
  return markup`<form method="post" action="${to}/label"><fieldset class="fields">
<label>Tracking number <input name="tracking" value="1Z${order.id}" maxlength="50" required></label>
<label>Cost <input name="cost" value="8.40" pattern="[0-9]+([.][0-9]{1,2})?" required></label></fieldset>
<p><button>Buy a label for ${order.number}</button></p></form>`;
}

function changes(shop: ShopFront, order: ShopOrder): Markup {
  const to = `${addressOfShop(shop)}/orders/${encodeURIComponent(order.id)}`;
  return markup`<details><summary>Change</summary>
<form method="post" action="${to}/edit"><fieldset class="fields">${order.lines.map(
    ({ id, sku, quantity }) =>
      markup`<label>${sku || 'No SKU'} <input type="number" name="line.${id}" min="0" max="9999" value="${quantity}"></label>`,
  )}</fieldset>${addressFields(order.address)}<p><button>Save</button></p></form>
<form method="post" action="${to}/cancel"><button>Cancel the order</button></form></details>`;
}
