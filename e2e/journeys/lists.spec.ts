import { expect, type Page, test } from '@playwright/test';
import { as, connectApi, keepLoginOf } from '../people.ts';

/** Of 13 digits; the codes of the demo have 12. */
const EAN = '4006381333931';

const LISTS = [
  '/licenses/on_page%3D1',
  '/serials/on_page%3D1',
  '/inventories/default/on_page%3D1/list',
  `/inventories/default/search%3D${EAN}/list`,
  '/relations/customer/on_page%3D1',
  '/locations/on_page%3D1',
  '/counts/on_page%3D1',
  '/users/search%3Dlongshore.test',
  '/system/sign-ins/on_page%3D1',
];

/** They show the records of all clients, and say so. */
const OF_ALL_CLIENTS = ['/licenses/on_page%3D1', '/serials/on_page%3D1', '/counts/on_page%3D1'];

/** Cells with more text than they show, and whether the table is wider than its place. */
const cutCells = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector('table')?.parentElement;
    const isWide = place ? place.scrollWidth > place.clientWidth : true;
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth && getComputedStyle(element).overflow !== 'visible';
    // Codes of up to 64 characters are shortened everywhere.
    const cut = [...document.querySelectorAll('tbody td')].filter(
      (cell) =>
        (cell.textContent ?? '').length <= 36 &&
        [cell, ...cell.querySelectorAll('*')].some((element) => isCut(element)),
    );
    return [...cut.map((cell) => cell.textContent), ...(isWide ? ['the table'] : [])];
  });

test('nothing of a list is cut at 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  // A long address, as other journeys may have made some.
  const call = await connectApi(page);
  const email = 'somebody-1794805041535@longshore.test';
  await call('POST', '/users', { name: 'Somebody With A Long Name', email, is_main_user: true, is_su: true });
  const item = { client_id: 1, type: 'Item', sku: 'WIDE-EAN', name: 'Anything with a code of Europe', upc: EAN };
  await call('POST', '/inventories', item);
  await keepLoginOf(page, 'super');
  for (const path of LISTS) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    expect(await cutCells(page), path).toEqual([]);
    if (OF_ALL_CLIENTS.includes(path)) {
      await expect(page.getByText('All clients', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Only / })).toBeVisible();
    }
  }
  await page.goto('/configurations/couriers');
  // One without an account at a partner, which would take a second line.
  const row = page.getByRole('row').filter({ hasText: 'LTL freight' }).first();
  expect((await row.boundingBox())?.height).toBe(37);
});

/** They have too many columns for a small screen, and fit a desktop. */
const WIDE_LISTS = [
  '/f/outbound/default/on_page%3D1',
  '/f/inbound/default/on_page%3D1',
  '/billing/entries/on_page%3D1',
];

test('the widest tables fit at 1440 px', async ({ page }) => {
  await keepLoginOf(page, 'super');
  for (const path of WIDE_LISTS) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    expect(await cutCells(page), path).not.toContain('the table');
  }
});

test('columns are chosen and remembered; text is selected without opening the row', async ({ page }) => {
  await as(page, 'staff', '/relations/customer/on_page%3D1');
  const header = page.getByRole('columnheader', { name: 'Email' });
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click();
  await expect(header).toBeHidden();
  await page.reload();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expect(header).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Show the usual columns' }).click();
  await expect(header).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();

  const cell = page.getByRole('cell', { name: /@/ }).first();
  const box = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 11, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.getSelection()?.toString().length)).toBeGreaterThan(3);
  await expect(page).toHaveURL(/on_page/);
  await page.mouse.click(box.x + box.width - 5, box.y + 2);
  await page.mouse.click(box.x + box.width - 5, box.y + 2);
  await expect(page).toHaveURL(/action\/view/);
});

test('a deleted location is restored by Undo, and not when its name was taken meanwhile', async ({ page }) => {
  await keepLoginOf(page, 'super');
  const create = async (name: string) => {
    await page.goto('/locations/on_page%3D1');
    await page.getByRole('button', { name: 'Create location' }).click();
    await page.getByRole('dialog').getByLabel('Location').fill(name);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  const remove = async (name: string) => {
    await page.goto(`/locations/search%3D${name}`);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${name} was deleted`)).toBeVisible();
  };
  await page.clock.install();
  await create('UNDO-1');
  await remove('UNDO-1');
  // It is offered for ten seconds.
  await page.clock.fastForward(8_000);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('link', { name: 'UNDO-1', exact: true })).toBeVisible();

  await remove('UNDO-1');
  await page.getByRole('button', { name: 'Create location' }).click();
  await page.getByRole('dialog').getByLabel('Location').fill('UNDO-1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('This can no longer be undone')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every control of a list is at least 44 px high', async ({ page }) => {
    await keepLoginOf(page, 'super');
    for (const path of ['/licenses/on_page%3D1', '/inventories/default/on_page%3D1/list']) {
      await page.goto(path);
      await expect(page.locator('[data-row]').first()).toBeVisible();
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main input, header button')]
          // The link of a card covers the card.
          .filter((control) => control.offsetParent && !control.matches('[data-row], [type=checkbox]'))
          .filter((control) => control.getBoundingClientRect().height < 44)
          .map((control) => control.getAttribute('aria-label') ?? control.textContent),
      );
      expect(small, path).toEqual([]);
    }

    // The palette shows whole codes.
    await page.getByRole('button', { name: 'Search', exact: false }).first().click();
    await page.getByRole('combobox', { name: 'Go to a screen or a record' }).fill('KC-');
    const options = page.getByRole('option').filter({ hasText: 'on hand' });
    await expect(options.first()).toBeVisible();
    const cut = await options.evaluateAll((all) =>
      all
        .map((option) => option.querySelector('span') as HTMLElement)
        .filter((title) => title.scrollWidth > title.clientWidth)
        .map((title) => title.textContent),
    );
    expect(cut).toEqual([]);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

  test('the rail has labels, since nothing shows a tooltip', async ({ page }) => {
    await as(page, 'super');
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Inventory', exact: true });
    const label = entry.getByText('Inventory', { exact: true });
    await expect(label).toBeVisible();
    expect(await label.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});

/** Lets no request through until it is opened. */
async function closeNetwork(page: Page): Promise<() => Promise<void>> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/*', async (route) => {
    await opened;
    await route.fallback();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Milliseconds of the page's own clock, which stands still in between: a busy machine does not count. */
const ENTRY_MS = 100;
const SKELETON_MS = 400;

test('on a slow network a click answers at once, and a skeleton follows', async ({ page }) => {
  await page.clock.install();
  await as(page, 'staff', '/relations/customer/on_page%3D1');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  // Their code is not loaded: what is loaded answers at once in any case.
  for (const name of ['License plates', 'Inventory', 'Locations']) {
    const openNetwork = await closeNetwork(page);
    const entry = page.getByRole('link', { name, exact: true }).first();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await entry.click();
    await page.clock.runFor(ENTRY_MS);
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await page.clock.runFor(SKELETON_MS - ENTRY_MS);
    // An empty page is no answer.
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    await openNetwork();
    await page.clock.resume();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
  }
});
