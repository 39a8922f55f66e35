import { expect, type Page, test } from '@playwright/test';
import { as, callApi, keepLoginOf } from '../people.ts';

const NEW_CUSTOMER = '/relations/customer/new/action/edit';
const company = (page: Page) => page.getByRole('textbox', { name: 'Company' });

const customersNamed = async (page: Page, name: string) => {
  const query = `/relations?search=${encodeURIComponent(name)}`;
  const { records } = await callApi<{ records: { name: string }[] }>(page, 'staff@longshore.test', query);
  return records.filter((record) => record.name === name).length;
};

async function openForm(page: Page, name: string): Promise<void> {
  await page.goto(NEW_CUSTOMER);
  await company(page).fill(name);
}

test.describe('without a connection', () => {
  test('saving says so, keeps the form, and works when tried again', async ({ page, context }) => {
    await keepLoginOf(page, 'staff');
    await openForm(page, 'Offline Ltd');
    await context.setOffline(true);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Retrying in')).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(company(page)).toHaveValue('Offline Ltd');
    await context.setOffline(false);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Offline Ltd');
    expect(await customersNamed(page, 'Offline Ltd')).toBe(1);
  });

  test('leaving without saving discards: nothing is sent when the connection is back', async ({ page, context }) => {
    await as(page, 'staff', '/relations/customer/on_page%3D1');
    await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
    await page.getByRole('link', { name: 'Create customer' }).click();
    await company(page).fill('Left Ltd');
    await context.setOffline(true);
    // A minute goes by: the rows of the list are old when it is shown again.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
    });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(company(page)).toBeHidden();
    // The list keeps its last rows and says how old they are.
    await expect(page.getByText('Could not refresh. What is shown is from')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Connected again')).toBeVisible({ timeout: 20_000 });
    expect(await customersNamed(page, 'Left Ltd')).toBe(0);
    await page.goto(NEW_CUSTOMER);
    await expect(company(page)).toHaveValue('');
  });

  test('a screen whose code cannot be loaded says so and appears when the connection is back', async ({
    page,
    context,
  }) => {
    await as(page, 'super');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible({ timeout: 20_000 });
  });
});

test('a server that does not answer is reported', async ({ page }) => {
  await keepLoginOf(page, 'staff');
  // Before the page is loaded: a route that is added afterwards has missed a call now and then.
  await page.route('**/api/v3/relations', () => {});
  await openForm(page, 'Frozen Ltd');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Waiting for the server')).toBeVisible();
});

test('a write whose answer was lost is repeated under its key and creates one record', async ({ page }) => {
  await keepLoginOf(page, 'staff');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/v3/relations', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await openForm(page, 'Lost Answer Ltd');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lost Answer Ltd');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(await customersNamed(page, 'Lost Answer Ltd')).toBe(1);
});
