import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { type Dialogs, NARROW, type OpenDialog, WIDE, type Width } from '../dialog-steps.ts';
import { dialogs } from '../dialogs.ts';
import { knownAs } from '../people.ts';
import { addressOf, guests, screens } from '../screens.ts';

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

async function seriousViolations(page: Page, place: string, rules: Rules): Promise<string[]> {
  const violations = await page.evaluate(
    async ([where, which]) => {
      const { axe: engine } = window as unknown as {
        axe: { run(place: string, options: object): Promise<{ violations: Violation[] }> };
      };
      const chosen = {
        all: { rules: { 'target-size': { enabled: true } } },
        shapes: { rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: false } } },
        colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
      }[which];
      const found = await engine.run(where, { ...chosen, resultTypes: ['violations'], preload: false });
      return found.violations;
    },
    [place, rules] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Colours depend on the theme, everything else on the width: each rule runs where it can find something. */
const LOOKS = { wide: ['all', 'colours'], narrow: ['shapes'] } as const;
type Rules = (typeof LOOKS)[keyof typeof LOOKS][number];
const themeOf = (rules: Rules) => (rules === 'colours' ? 'dark' : 'light');

const looksAt = (width: Width): readonly Rules[] => (width === NARROW ? LOOKS.narrow : LOOKS.wide);

async function expectAccessible(page: Page, path: string, place: string, looks: readonly Rules[]): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const rules of looks) {
    const theme = themeOf(rules);
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    expect(await seriousViolations(page, place, rules), `${path}, ${theme}, ${width} px`).toEqual([]);
  }
}

const WIDTHS: readonly Width[] = [WIDE, NARROW];
/** A phone is as high as its list: a link that is half below the footer would count as too small a target. */
const atWidth = (page: Page, width: Width) => page.setViewportSize({ width, height: width === NARROW ? 3_000 : 900 });
const SETTLE_MS = 300;

/** All looks at a screen with one load of the page. What is around the screen is looked at once per test. */
async function expectScreenAccessible(page: Page, path: string, withFrame: boolean): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await prepare(page);
  const place = withFrame ? 'html' : '#content';
  for (const width of WIDTHS) {
    await atWidth(page, width);
    await page.waitForTimeout(SETTLE_MS);
    await expectAccessible(page, path, place, looksAt(width));
  }
}

/** What opens over a screen; the calendar of a date and the choices of a field have no role of a dialog. */
const DIALOG = '[role=dialog], [role=menu], [data-dates-dropdown], [role=listbox]';

/** A button that is not there is reported, instead of waited for until the end of the test. */
const ACTION_MS = 15_000;

interface NamedDialog {
  name: string;
  dialog: OpenDialog;
}

const namedOf = (all: Dialogs): NamedDialog[] =>
  Object.entries(all).flatMap(([file, some]) =>
    some.map((dialog, at) => ({ name: `${file}, ${at + 1}. dialog`, dialog })),
  );

const shownDialog = (page: Page) => page.locator(DIALOG).filter({ visible: true }).first();

async function openDialog(page: Page, [screen, open]: OpenDialog): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const path = typeof screen === 'string' ? screen : await screen(page);
  await page.goto(path);
  await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
  await open(page);
  await shownDialog(page).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await prepare(page);
}

/** Opened once for both widths, or again when the other layout has closed it. */
async function expectDialogAccessible(page: Page, { name, dialog }: NamedDialog): Promise<void> {
  const widths = dialog[2]?.widths ?? WIDTHS;
  for (const [at, width] of widths.entries()) {
    await atWidth(page, width);
    if (at > 0) await page.waitForTimeout(SETTLE_MS);
    if (at === 0 || !(await shownDialog(page).isVisible())) await openDialog(page, dialog);
    await expectAccessible(page, name, DIALOG, widths.length > 1 ? looksAt(width) : LOOKS.wide);
  }
}

// They only look: both workers take part, because this file takes longest.
test.describe.configure({ mode: 'parallel' });
test.use({ actionTimeout: ACTION_MS });

/** Small enough for two workers to end at the same time. */
const LOOKS_PER_TEST = 8;
const inGroups = <Looked>(all: readonly Looked[]): Looked[][] =>
  Array.from({ length: Math.ceil(all.length / LOOKS_PER_TEST) }, (_, at) =>
    all.slice(at * LOOKS_PER_TEST, (at + 1) * LOOKS_PER_TEST),
  );
/** With `npm test -- --all` everything is looked at; otherwise the first dialogs and every ninth screen. */
const isWhole = process.env.TEST_ALL === '1';
const OFTEN_GROUPS = 5;
const SCREENS_STEP = 9;

/** Of a link to a new password, as the mail has it. */
const KNOWN_TOKEN = 'known';

test.describe('accessibility in both themes at 390 and 1440 px', () => {
  for (const group of inGroups(dialogs.flatMap(namedOf)).slice(0, isWhole ? undefined : OFTEN_GROUPS))
    test(`dialogs and menus from ${group[0]?.name}`, async ({ browser }) => {
      test.setTimeout(240_000);
      const context = await browser.newContext();
      for (const named of group) {
        const page = await context.newPage();
        await knownAs(page, 'super');
        await expectDialogAccessible(page, named);
        // What one of them leaves in the browser, a draft or a queue, is not there for the next.
        await page.evaluate(() => localStorage.clear());
        await page.close();
      }
      await context.close();
    });

  test('guest pages', async ({ page }) => {
    const reset = { data: { email: 'staff@longshore.test' } };
    await page.route('**/forget-password/token', (route) =>
      route.request().postData()?.includes(KNOWN_TOKEN) ? route.fulfill({ json: reset }) : route.fallback(),
    );
    for (const path of [...guests, `/auth/reset-password/${KNOWN_TOKEN}`]) {
      await atWidth(page, WIDE);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectScreenAccessible(page, path, true);
    }
  });

  for (const person of ['super', 'client'] as const) {
    const paths = screens
      .filter(([who]) => who === person)
      .map(([, path]) => path)
      .filter((_, at) => isWhole || at % SCREENS_STEP === 0);
    for (const group of inGroups(paths))
      test(`screens of ${person} from ${group[0]}`, async ({ page }) => {
        test.setTimeout(240_000);
        const call = await knownAs(page, person);
        for (const [at, path] of group.entries()) {
          await atWidth(page, WIDE);
          await page.goto(await addressOf(path, call));
          await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
          await expectScreenAccessible(page, path, at === 0);
        }
      });
  }
});

const WEB = new URL('../../web/src/', import.meta.url);

test('every route is among the screens that are looked at', () => {
  const router = readFileSync(new URL('app/router.tsx', WEB), 'utf8');
  const routes = [...router.matchAll(/\bscreen\(\s*'([^']+)'/g)].map(([, route = '']) => route);
  expect(routes.length).toBeGreaterThan(50);
  const matches = (route: string, path: string) => new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`).test(path);
  expect(routes.filter((route) => !screens.some(([, path]) => matches(route, path)))).toEqual([]);
});

/** Made for other files to show something in: looked at with what those show. */
const FRAMES = ['ui/dialog', 'ui/confirm-dialog', 'ui/delete-dialog', 'ui/pdf-dialog'];
const SHOWS_DIALOG =
  /<(Modal|Drawer|Menu|Dialog|FormDialog|ConfirmDialog|DeleteDialog|PdfDialog|TraceDialog|DateInput|Combobox|MantineSelect)\b/;

test('every file that shows a dialog or menu is in the lists of dialogs', () => {
  const listed = new Set(dialogs.flatMap((some) => Object.keys(some)));
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!test)\.tsx$/.test(file))
    .filter((file) => SHOWS_DIALOG.test(readFileSync(new URL(file, WEB), 'utf8')))
    .map((file) => file.replaceAll('\\', '/').replace(/\.tsx$/, ''));
  expect(files.filter((file) => !FRAMES.includes(file) && !listed.has(file))).toEqual([]);
  expect([...listed].filter((file) => !files.includes(file))).toEqual([]);
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
  expect(firstList.bytes).toBeLessThanOrEqual(310_000);
  expect(firstList.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);
});
