import { expect, type Page } from '@playwright/test';

type Step = (page: Page) => Promise<unknown>;

/** A dialog or menu: the screen, and how it is opened there. */
export type OpenDialog = readonly [path: string, open: Step];

const press =
  (name: string | RegExp, exact = true): Step =>
  (page) =>
    page.getByRole('button', { name, exact }).first().click();
const item =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).first().click();
const key =
  (keys: string): Step =>
  (page) =>
    page.keyboard.press(keys);
const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('link', { name, exact: true }).first().click();
const steps =
  (...each: Step[]): Step =>
  async (page) => {
    for (const step of each) await step(page);
  };
/** An entry of the menu of a row or page. */
const entry = (menu: string | RegExp, name: string | RegExp) => steps(press(menu), item(name));

const shipments = (direction: 'inbound' | 'outbound', status: string) =>
  `/f/${direction}/default/${encodeURIComponent(`filter_by[status]=${status}&filter_by[client_id]=1`)}`;
const IN_WAREHOUSE = shipments('outbound', 'In Warehouse');
const READY = shipments('outbound', 'Ready');
const FINISHED = shipments('outbound', 'Finished');
const RECEIVING = shipments('inbound', 'In Warehouse');

/** Opens the page of the first shipment of the list. */
const first: Step = async (page) => {
  await page.locator('a[href^="/f/"]').filter({ hasText: /^\d+$/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Shipment/);
};
const ofFirst = (...each: Step[]) => steps(first, ...each);
/** The first order of the list that can be shipped. */
const order = ofRow(/^(CO|SO)-/);
function ofRow(name: RegExp): Step {
  return async (page) => {
    await page.locator('#content').getByRole('link', { name }).first().click();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  };
}
const OPEN_ORDERS = '/orders/Customer-Order/default/filter_by%5Bstatus%5D%3DOpen';
const selectRows: Step = (page) => page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();

/** Those that every run looks at. */
export const dialogs: readonly OpenDialog[] = [
  ['/users/on_page%3D1', press('Role')],
  ['/configurations/couriers', press(/^(Add|Create)/)],
  ['/locations/on_page%3D1', press(/^Create/)],
  ['/licenses/search%3DLP-0032', press('Actions for LP-0032')],
  ['/licenses/search%3DLP-0032', press('Put-Away')],
  ['/counts/on_page%3D1', press('Create count')],
  ['/inventories/1/action/view', press('Adjust')],
  [IN_WAREHOUSE, ofFirst(key('f'))],
  [READY, ofFirst(follow(/^(Pack|Repack)$/), press('Add carton', false))],
  ['/', key('Control+k')],
  ['/', key('?')],
  [IN_WAREHOUSE, ofFirst(press('Quick fulfil'))],
  ['/clients/1/action/view', press(/^Edit webhook Order/)],
  [OPEN_ORDERS, steps(order, press('More actions'))],
];

/** All others, for `npm test -- --all`. */
export const otherDialogs: readonly OpenDialog[] = [
  ['/relations/customer/13/action/view', press('Add an address')],
  ['/relations/customer/13/action/view', press('Delete address')],
  ['/relations/customer/13/action/view', press('All 1')],
  ['/relations/customer/13/action/view', press('Delete 收货说明.txt')],
  ['/relations/customer/on_page%3D1', entry('Excel', 'Import a file…')],
  ['/profiles', press('Generate a token')],
  ['/clients/1/action/view', press('Add a webhook')],
  ['/clients/1/action/view', steps(press(/^Edit webhook Order/), press('Delete'))],
  ['/system/outbox', press(/^Goods received/)],
  ['/system/messages', press('Create message')],
  ['/system/messages', press('Delete message')],
  ['/configurations/uoms', press('Edit Bag')],
  ['/configurations/uoms', press('Delete Bag')],
  ['/configurations/packages', press(/^Create/)],
  ['/inventories/1/action/view', press('Move')],
  ['/inventories/1/action/view', press('Convert to pristine')],
  ['/inventories/1/action/view', press('Dispose')],
  ['/inventories/1/action/view', press(/^Edit lot L/)],
  ['/inventories/1/action/view', press('All movements')],
  [
    '/inventories/1/action/view',
    steps(async (page) => page.getByRole('tab', { name: /^UOM/ }).click(), press(/^(Add|Edit)/)),
  ],
  ['/inventories/default/on_page%3D1', press('Print')],
  ['/inventories/default/on_page%3D1', press('Columns')],
  ['/licenses/search%3DLP-0032', press('Create')],
  ['/licenses/search%3DLP-0032', press('Batch create')],
  ['/licenses/search%3DLP-0032', press('Items')],
  ['/licenses/search%3DLP-0032', entry('Actions for LP-0032', 'Break')],
  ['/licenses/search%3DLP-0032', entry('Actions for LP-0032', 'Move')],
  ['/licenses/search%3DLP-0032', entry('Actions for LP-0032', 'Print label')],
  ['/licenses/search%3DLP-0032', entry('Actions for LP-0032', 'History')],
  ['/locations/on_page%3D1', entry('Actions for A-01-1', 'Plates here')],
  ['/locations/on_page%3D1', entry('Actions for A-01-1', 'Move all plates')],
  ['/locations/on_page%3D1', entry('Actions for A-01-1', 'History')],
  ['/serials/2/action/view', press('Split')],
  ['/serials/8/action/view', press('Add')],
  ['/serials/8/action/view', press('EG126-1064')],
  ['/serials/8/action/view', entry('More actions', 'Delete bucket')],
  ['/counts/2/action/view', press('Post the count')],
  ['/counts/2/action/view', press('Upload')],
  ['/counts/2/action/view', entry('More actions', 'Cancel the count')],
  ['/billing/items/on_page%3D1', press('Create')],
  ['/billing/activities/1/action/view', press('Add a charge')],
  ['/billing/activities/1/action/view', press(/^Rates of/)],
  ['/billing/entries/on_page%3D1', press(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)],
  [OPEN_ORDERS, steps(order, entry('More actions', /^Cancel/))],
  [OPEN_ORDERS, steps(order, press(/^Ship part/))],
  [OPEN_ORDERS, steps(selectRows, press(/^Process \d/))],
  [READY, ofFirst(press('Finish'))],
  [READY, ofFirst(press('Bill'))],
  [READY, ofFirst(press('Print'), item('Packing slip'))],
  [IN_WAREHOUSE, ofFirst(key('f'), press('Type by hand'))],
  [IN_WAREHOUSE, ofFirst(key('f'), press('Report short'))],
  [IN_WAREHOUSE, ofFirst(key('e'))],
  [IN_WAREHOUSE, ofFirst(press(/^Change the quantity of/))],
  [IN_WAREHOUSE, ofFirst(entry('More actions', 'Allocate for picking'))],
  [IN_WAREHOUSE, ofFirst(entry('More actions', 'Void'))],
  [IN_WAREHOUSE, ofFirst(async (page) => page.getByRole('region', { name: 'Courier' }).getByRole('button').click())],
  [IN_WAREHOUSE, ofFirst(async (page) => page.getByRole('region', { name: 'Incoterm' }).getByRole('button').click())],
  [FINISHED, ofFirst(entry('More actions', 'Void'))],
  [RECEIVING, ofFirst(key('f'))],
  [RECEIVING, ofFirst(press('Upload the sheet'))],
];
