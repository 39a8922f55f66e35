/**
 * A shop of the sandbox in a process of its own, with as many orders and products as the environment says: what it does
 * is not done by the server that is measured.
 */
interface Shop {
  partner: string;
  place(order: object): string;
  addProduct(product: { sku: string; name: string; price: string }): void;
}
interface SandboxBundle {
  startSandbox(options: { port: number; control: boolean }): Promise<{ shops: Shop[] }>;
}

const { PORT, SHOP_ORDERS, SHOP_LINES, SHOP_SKUS, SHOP_PRODUCTS, SHOP_METHOD } = process.env;
const bundle = new URL('../../server/dist/sandbox.js', import.meta.url).href;
const { startSandbox } = (await import(bundle)) as SandboxBundle;
const { shops } = await startSandbox({ port: Number(PORT), control: true });
const shop = shops.find(({ partner }) => partner === 'woocommerce');
const address = {
  firstName: 'Harvest',
  lastName: 'Market',
  company: 'Harvest Market',
  street: '1 Main Street',
  street2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
  email: 'orders@harvest.test',
  phone: '555',
};
const SECOND_MS = 1000;
const orders = Number(SHOP_ORDERS);
for (let number = 0; number < orders; number++) {
  const lines = Array.from({ length: Number(SHOP_LINES) }, (_, line) => {
    const sku = `SKU-${1 + ((number + line) % Number(SHOP_SKUS))}`;
    return { sku, quantity: 2, name: sku, price: '12.50' };
  });
  shop?.place({ lines, address, shippingMethod: SHOP_METHOD, ageMs: (orders - number) * SECOND_MS });
}
// After the orders: each of them would look for its products.
for (let number = 1; number <= Number(SHOP_PRODUCTS); number++)
  shop?.addProduct({ sku: `SKU-${number}`, name: `Thing ${number}`, price: '12.50' });
