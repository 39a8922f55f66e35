import { expect, test } from '@playwright/test';
import { as } from '../people.ts';

test('a wave is proposed, changed by hand, started, and ended', async ({ page }) => {
  await as(page, 'super', '/waves/on_page%3D1');
  await page.getByRole('button', { name: 'Plan a wave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Plan a wave');

  // The proposal fills a free cart, and says what it saves.
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates.getByText('8 chosen')).toBeVisible();
  const walk = page.getByRole('region', { name: 'Walk' });
  await expect(walk.getByText(/saved, and \d+ minutes/)).toBeVisible();
  await expect(walk.getByRole('img', { name: /Map of the aisles/ })).toBeVisible();
  await expect(walk.getByRole('listitem')).toHaveCount(8);

  // The rule is saved under a name, and used again.
  const rules = page.getByRole('region', { name: 'Rules' });
  const saved = rules.getByLabel('Saved rule');
  await expect(saved).toHaveValue('All shipments');
  await rules.getByText('Single', { exact: true }).click();
  await rules.getByLabel('Leaves by').click();
  await page.getByRole('option', { name: 'Tomorrow' }).click();
  await rules.getByRole('button', { name: 'Save this rule' }).click();
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rules.getByText('Give the filter a name')).toBeVisible();
  await rules.getByLabel('Name of the rule').fill('Journey singles');
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved).toHaveValue('Journey singles');
  await saved.click();
  await page.getByRole('option', { name: 'All shipments' }).click();
  await expect(candidates.getByText('8 chosen')).toBeVisible();
  await expect(rules.getByLabel('Leaves by')).toHaveValue('Any day');
  await page.reload();
  await saved.click();
  await page.getByRole('option', { name: 'Journey singles' }).click();
  await expect(rules.getByRole('radio', { name: 'Single' })).toBeChecked();
  await expect(rules.getByLabel('Leaves by')).toHaveValue('Tomorrow');
  await rules.getByRole('button', { name: 'Delete “Journey singles”' }).click();
  await expect(saved).not.toHaveValue('Journey singles');
  await saved.click();
  await page.getByRole('option', { name: 'All shipments' }).click();
  await expect(candidates.getByText('8 chosen')).toBeVisible();

  // Somebody disagrees with one of them.
  const [first] = await candidates.getByRole('checkbox', { checked: true }).all();
  const name = (await first?.getAttribute('aria-label')) ?? '';
  await candidates.getByRole('checkbox', { name, exact: true }).uncheck();
  await expect(candidates.getByText('7 chosen')).toBeVisible();
  await expect(walk.getByRole('listitem')).toHaveCount(7);

  // Without any it cannot be started, and says why.
  const start = page.getByRole('button', { name: 'Start wave' });
  await candidates.getByRole('button', { name: 'Clear' }).click();
  await expect(walk.getByText('Choose at least one shipment')).toBeVisible();
  await expect(start).toBeDisabled();
  await page.getByRole('button', { name: 'Propose again' }).click();
  await expect(candidates.getByText('8 chosen')).toBeVisible();
  await start.click();

  await expect(page).toHaveURL(/\/waves\/\d+\/action\/view/);
  await expect(page.getByRole('table', { name: 'Shipments' }).getByRole('row')).toHaveCount(9);
  await expect(page.getByRole('img', { name: /Map of the aisles/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print wave ticket' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Its cart is in use, and its shipments are offered to nobody else.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'End wave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End wave' }).click();
  await expect(page.getByText('The wave was ended').first()).toBeVisible();
});

test('bin labels are printed by range', async ({ page }) => {
  await as(page, 'super', '/locations/on_page%3D1');
  await page.getByRole('button', { name: 'Print labels' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill('E-01');
  await dialog.getByLabel('To').fill('E-04');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeVisible();
});
