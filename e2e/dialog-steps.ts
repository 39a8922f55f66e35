import { expect, type Page } from '@playwright/test';
import { connectScanner } from './scanner.ts';

export const WIDE = 1440;
/** A phone. */
export const NARROW = 390;
export type Width = typeof WIDE | typeof NARROW;

export type Step = (page: Page) => Promise<unknown>;

export interface DialogOptions {
  /** Of a dialog that exists only there: a phone has no columns to choose, a wide screen no drawer. Left out: all. */
  widths?: readonly Width[];
}

/** A dialog or menu: the screen, made with its records where the demo has none, and how it is opened there. */
export type OpenDialog = readonly [
  screen: string | ((page: Page) => Promise<string>),
  open: Step,
  only?: DialogOptions,
];

/** By the file of `web/src` that shows them. */
export type Dialogs = Readonly<Record<string, readonly OpenDialog[]>>;

export const press =
  (name: string | RegExp, exact = true): Step =>
  (page) =>
    page.getByRole('button', { name, exact }).first().click();
/** A button of the open dialog. */
export const pressInDialog =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('dialog').last().getByRole('button', { name, exact: true }).first().click();
export const item =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).first().click();
export const key =
  (keys: string): Step =>
  (page) =>
    page.keyboard.press(keys);
export const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('link', { name, exact: true }).first().click();
export const fill =
  (label: string, text: string): Step =>
  (page) =>
    page.getByRole('textbox', { name: label }).first().fill(text);
export const see =
  (text: string | RegExp): Step =>
  (page) =>
    expect(page.getByText(text).first()).toBeVisible();
export const steps =
  (...each: Step[]): Step =>
  async (page) => {
    for (const step of each) await step(page);
  };
/** An entry of the menu of a row or page. */
export const entry = (menu: string | RegExp, name: string | RegExp) => steps(press(menu), item(name));
/** Answers the next write to an address, for what the demo cannot be brought to. */
export const answerOnce =
  (address: string, status: number, json: object): Step =>
  async (page) => {
    let isAnswered = false;
    await page.route(address, async (route) => {
      if (isAnswered || route.request().method() === 'GET') return route.fallback();
      isAnswered = true;
      await route.fulfill({ status, json });
    });
  };

/** Loads the page again with another answer to what it reads, for what the demo cannot be brought to. */
export const reloadWithChanged =
  (address: string | RegExp, changed: (data: never) => unknown): Step =>
  async (page) => {
    await page.route(address, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: never };
      await route.fulfill({ response, json: { data: changed(data) } });
    });
    await page.reload();
  };

/** Loads the page again with an answer of our own to what it reads, where the server has none. */
export const reloadWithAnswer =
  (address: string | RegExp, data: object): Step =>
  async (page) => {
    await page.route(address, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { data } }) : route.fallback(),
    );
    await page.reload();
  };

const isPhone = (page: Page) => page.viewportSize()?.width === NARROW;
/** The navigation of a phone is in a drawer. */
export const openNavigation: Step = async (page) => {
  if (isPhone(page)) await press('Open navigation')(page);
};

const shipments = (direction: 'inbound' | 'outbound', status: string) =>
  `/f/${direction}/default/${encodeURIComponent(`filter_by[status]=${status}&filter_by[client_id]=1`)}`;
export const IN_WAREHOUSE = shipments('outbound', 'In Warehouse');
export const READY = shipments('outbound', 'Ready');
export const FINISHED = shipments('outbound', 'Finished');
export const RECEIVING = shipments('inbound', 'In Warehouse');
export const RECEIVED = shipments('inbound', 'Ready');

/** Opens the page of the first shipment of the list. */
const first: Step = async (page) => {
  await page.locator('a[href^="/f/"]').filter({ hasText: /^\d+$/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Shipment/);
};
export const ofFirst = (...each: Step[]) => steps(first, ...each);

export const OPEN_ORDERS = '/orders/Customer-Order/default/filter_by%5Bstatus%5D%3DOpen';
/** Opens the page of the first order of the list that can be shipped. */
export const order: Step = async (page) => {
  await page
    .locator('#content')
    .getByRole('link', { name: /^(CO|SO)-/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
};
/** The button in a panel beside a record. */
export const pressInPanel =
  (panel: string, name: string | RegExp): Step =>
  (page) =>
    page.getByRole('region', { name: panel }).getByRole('button', { name }).first().click();
export const selectRow: Step = (page) =>
  page.locator('#content').getByRole('checkbox', { name: 'Select this row' }).first().check();
export const typeText =
  (text: string): Step =>
  (page) =>
    page.keyboard.type(text, { delay: 90 });
export const scan =
  (code: string): Step =>
  async (page) =>
    (await connectScanner(page))(code);
export const seeOption =
  (name: RegExp): Step =>
  (page) =>
    page.getByRole('option', { name }).first().waitFor();
export const tab =
  (name: RegExp): Step =>
  (page) =>
    page.getByRole('tab', { name }).click();
export const fillSlowly =
  (label: RegExp, text: string): Step =>
  (page) =>
    page.locator('#content').getByLabel(label).first().pressSequentially(text, { delay: 120 });
export const choose =
  (field: string, option: string): Step =>
  async (page) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

/** The choices of a field. */
export const open =
  (field: string): Step =>
  async (page) => {
    await page.getByRole('combobox', { name: field }).click();
    await seeOption(/./)(page);
  };

export const importFile = entry('Excel', 'Import a file…');
export const upload: Step = (page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'customers.xlsx', mimeType: '', buffer: Buffer.from('x') });
