import { expect, test } from '@playwright/test';
import { asOwnUser } from '../people.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('a person takes a task from the queue, works on it and gives it back', async ({ page }) => {
  await asOwnUser(page, 'floor-work', '/floor/work');
  await expect(page.getByText('You hold no task.')).toBeVisible();
  await expect(page.locator('header')).toContainText('0 lines today');
  await expect(page.getByLabel('Scan anything to begin')).toBeFocused();
  for (const button of await page.getByRole('main').getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);

  await page.getByRole('button', { name: 'Take the next one' }).click();
  await expect(page).toHaveURL(/\/floor\/(shipment|put-away|waves|replenish|look-up|count)/);
  await page.goto('/floor/work');
  await expect(page.getByRole('link', { name: 'Go on' })).toBeVisible();
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('You hold no task.')).toBeVisible();
  // One that is chosen by hand opens where it is done.
  await page
    .getByRole('button', { name: /^Receive/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Shipment/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
