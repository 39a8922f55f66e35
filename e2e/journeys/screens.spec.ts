import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { dialogs, type OpenDialog, otherDialogs } from '../dialogs.ts';
import { knownAs, type Person } from '../people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string }[];
}

/**
 * Loads the engine once per page. Transitions are stopped: a colour on its way to the other theme is none of ours. Of
 * long tables and lists the first rows are looked at, since the others are alike.
 */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(axe);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, *::before, *::after { transition: none !important; animation: none !important; }
      #content tbody > tr:nth-child(n + 7), #content li:nth-child(n + 9) { display: none !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

async function seriousViolations(page: Page, place: string, rules: 'all' | 'colours'): Promise<string[]> {
  const violations = await page.evaluate(
    async ([where, which]) => {
      const { axe: engine } = window as unknown as {
        axe: { run(place: string, options: object): Promise<{ violations: Violation[] }> };
      };
      const chosen =
        which === 'all'
          ? { rules: { 'target-size': { enabled: true } } }
          : { runOnly: ['color-contrast', 'link-in-text-block'] };
      const found = await engine.run(where, { ...chosen, resultTypes: ['violations'], preload: false });
      return found.violations;
    },
    [place, rules] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** In light every rule, in dark those of colours, which alone depend on it. */
async function expectAccessible(page: Page, path: string, place: string, themes: readonly Theme[]): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    const rules = theme === 'light' ? 'all' : 'colours';
    expect(await seriousViolations(page, place, rules), `${path}, ${theme}, ${width} px`).toEqual([]);
  }
}

const [WIDE, NARROW] = [1440, 390];
/** A phone is as high as its list: a link that is half below the footer would count as too small a target. */
const atWidth = (page: Page, width: number) => page.setViewportSize({ width, height: width === NARROW ? 3_000 : 900 });
const SETTLE_MS = 300;

const isWhole = process.env.TEST_ALL === '1';
/** With `npm test -- --all` every screen is looked at in both widths and themes; otherwise every fifth one, in one width, and most in light only. */
const chosen = <Looked>(all: readonly Looked[]): readonly Looked[] =>
  isWhole ? all : all.filter((_, at) => at % 5 === 0);
const widthsOf = (at: number) => (isWhole ? [WIDE, NARROW] : [at % 2 === 0 ? WIDE : NARROW]);
const themesOf = (at: number): readonly Theme[] => (isWhole || at % 4 === 0 ? THEMES : ['light']);

interface Look {
  /** What is around the screen is looked at once per test. */
  withFrame: boolean;
  widths: readonly number[];
  themes: readonly Theme[];
}

/** All looks at a screen with one load of the page. */
async function expectScreenAccessible(page: Page, path: string, { withFrame, widths, themes }: Look): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await prepare(page);
  const place = withFrame ? 'html' : '#content';
  for (const width of widths) {
    await atWidth(page, width);
    await page.waitForTimeout(SETTLE_MS);
    await expectAccessible(page, path, place, themes);
  }
}

const guests = ['/auth/login', '/auth/forget-password', '/auth/reset-password/unknown'];
const screens: [Person, string][] = [
  ['super', '/'],
  ['super', '/profiles'],
  ['super', '/relations/customer/on_page%3D1'],
  ['super', '/relations/vendor/search%3Dnobody'],
  ['super', '/relations/customer/13/action/view'],
  ['super', '/relations/customer/13/action/edit'],
  ['super', '/relations/customer/new/action/edit'],
  ['super', '/users/on_page%3D1'],
  ['super', '/users/2/action/view'],
  ['super', '/users/2/action/edit'],
  ['super', '/clients/on_page%3D1'],
  ['super', '/clients/1/action/view'],
  ['super', '/clients/1/action/edit'],
  ['super', '/company'],
  ['super', '/company/edit'],
  ['super', '/configurations/couriers'],
  ['super', '/configurations/packages'],
  ['super', '/system/outbox'],
  ['super', '/billing/accrual'],
  ['super', '/system/jobs/on_page%3D1'],
  ['super', '/system/events/on_page%3D1'],
  ['super', '/system/sign-ins/on_page%3D1'],
  ['super', '/system/messages'],
  ['super', '/inventories/default/on_page%3D1/list'],
  ['super', '/inventories/default/on_page%3D1'],
  ['super', '/inventories/1/action/view'],
  ['super', '/inventories/1/action/edit'],
  ['super', '/orders/Customer-Order/default/on_page%3D1%26advanced%3Dyes'],
  ['super', '/orders/Vendor-Order/default/on_page%3D1/basic'],
  ['super', '/orders/Customer-Order/new/action/edit'],
  ['super', '/orders/Customer-Order/1/action/view'],
  ['super', '/orders/Customer-Order/1/action/edit'],
  ['super', '/orders/1/shipment/1/view'],
  ['super', '/f/outbound/default/on_page%3D1'],
  ['super', '/f/inbound/default/filter_by%5Bstatus%5D%3DReady'],
  ['super', '/f/outbound/1'],
  ['super', '/locations/on_page%3D1'],
  ['super', '/locations/1/action/view'],
  ['super', '/licenses/on_page%3D1'],
  ['super', '/licenses/1/action/view'],
  ['super', '/counts/on_page%3D1'],
  ['super', '/counts/1/action/view'],
  ['super', '/counts/2/action/view'],
  ['super', '/counts/2/action/count'],
  ['super', '/serials/on_page%3D1'],
  ['super', '/serials/2/action/view'],
  ['super', '/serials/8/action/view'],
  ['super', '/serials/new/action/edit'],
  ['super', '/billing/items/on_page%3D1'],
  ['super', '/billing/activities/on_page%3D1'],
  ['super', '/billing/activities/1/action/view'],
  ['super', '/billing/activities/new/action/edit'],
  ['super', '/billing/entries/on_page%3D1'],
  ['super', '/billing/entries/action/type%3Dmanual'],
  ['super', '/billing/reports'],
  ['super', '/billing/entries/4/action/view'],
  ['super', '/billing/unbilled/on_page%3D1'],
  ['super', '/billing/statements/2026-10'],
  ['super', '/billing/statements/1/2026-10'],
  ['super', '/billing/statements/1/2026-10/1/1/on_page%3D1'],
  ['super', '/billing/rate-cards/1/change'],
  ['super', '/billing/rate-cards/1/copy'],
  ['super', '/billing/rate-cards/1/what-if'],
  ['super', '/no/such/screen'],
  ['client', '/'],
  ['client', '/orders/Customer-Order/default/on_page%3D1'],
];

const DIALOG = '[role=dialog], [role=menu]';

// They only look: both workers take part, because this file takes longest.
test.describe.configure({ mode: 'parallel' });

const SCREENS_PER_TEST = 8;
const DIALOGS_PER_TEST = 12;

test.describe('accessibility in both themes at 390 and 1440 px', () => {
  const lookAt = async (page: Page, some: readonly OpenDialog[], width: number) => {
    await knownAs(page, 'super');
    await atWidth(page, width);
    for (const [at, [path, open]] of some.entries()) {
      if (!widthsOf(at).includes(width)) continue;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
      await open(page);
      await page.locator(DIALOG).first().waitFor();
      await page.waitForTimeout(SETTLE_MS);
      await prepare(page);
      await expectAccessible(page, `${path}, ${at + 1}. dialog`, DIALOG, THEMES);
    }
  };
  for (const width of [WIDE, NARROW])
    test(`dialogs and menus at ${width} px`, async ({ page }) => {
      test.setTimeout(240_000);
      await lookAt(page, chosen(dialogs), width);
    });

  if (isWhole)
    for (let from = 0; from < otherDialogs.length; from += DIALOGS_PER_TEST)
      test(`dialogs from the ${from + 1}.`, async ({ page }) => {
        test.setTimeout(480_000);
        const some = otherDialogs.slice(from, from + DIALOGS_PER_TEST);
        for (const width of [WIDE, NARROW]) await lookAt(page, some, width);
      });

  test('guest pages', async ({ page }) => {
    for (const path of guests) {
      await atWidth(page, WIDE);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectScreenAccessible(page, path, { withFrame: true, widths: [WIDE, NARROW], themes: THEMES });
    }
  });

  for (const person of ['super', 'client'] as const) {
    const paths = chosen(screens.filter(([who]) => who === person)).map(([, path]) => path);
    for (let from = 0; from < paths.length; from += SCREENS_PER_TEST)
      test(`screens of ${person} from ${paths[from]}`, async ({ page }) => {
        test.setTimeout(240_000);
        await knownAs(page, person);
        for (const [at, path] of paths.slice(from, from + SCREENS_PER_TEST).entries()) {
          await atWidth(page, WIDE);
          await page.goto(path);
          await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
          await expectScreenAccessible(page, path, { withFrame: at === 0, widths: widthsOf(at), themes: themesOf(at) });
        }
      });
  }
});

interface Scripts {
  files: number;
  /** Compressed, without response headers. */
  bytes: number;
}

/** The scripts that a page loads. */
async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<Scripts> {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const headBytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') headBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headBytes.get(requestId);
    if (head !== undefined) bytes += encodedDataLength - head;
  });
  await visit();
  // The live stream never ends, so `networkidle` would never come.
  await page.waitForTimeout(1_500);
  await session.detach();
  return { files: headBytes.size, bytes };
}

const SCRIPT_FILES_MAX = 15;

test('the first load stays small', async ({ page }) => {
  const signIn = await scriptsOf(page, async () => {
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  });
  expect(signIn.bytes).toBeGreaterThan(50_000);
  expect(signIn.bytes).toBeLessThanOrEqual(180_000);
  expect(signIn.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);

  await knownAs(page, 'staff');
  const firstList = await scriptsOf(page, async () => {
    await page.goto('/relations/customer/on_page%3D1');
    await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
  });
  expect(firstList.bytes).toBeGreaterThan(100_000);
  expect(firstList.bytes).toBeLessThanOrEqual(280_000);
  expect(firstList.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);
});
