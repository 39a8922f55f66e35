import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Dialogs, NARROW, type OpenDialog, WIDE } from '../dialog-steps.ts';
import { dialogs } from '../dialogs.ts';
import { Looker, type Theme } from '../looker.ts';
import { keepLoginOf, type Person, staySignedIn } from '../people.ts';
import { addressOf, guests, screens } from '../screens.ts';

/**
 * What opens over a screen; the calendar of a date, the choices of a field and the viewfinder have no role of a dialog.
 */
const DIALOG = '[role=dialog], [role=menu], [data-dates-dropdown], [role=listbox], [data-panel]';

/** A button that is not there is reported, instead of waited for until the end of the test. */
const ACTION_MS = 15_000;

interface NamedDialog {
  file: string;
  name: string;
  dialog: OpenDialog;
}

const namedOf = (all: Dialogs): NamedDialog[] =>
  Object.entries(all).flatMap(([file, some]) =>
    some.map((dialog, at) => ({ file, name: `${file}, ${at + 1}. dialog`, dialog })),
  );

const shownDialog = (page: Page) => page.locator(DIALOG).filter({ visible: true }).first();

/**
 * Opens a dialog. The page is loaded anew for a dialog of the app's frame, which would stay open on the next screen,
 * and for a dialog that makes its own records, which may sign in as somebody else. Others only go to their screen.
 */
async function openDialog(looker: Looker, { file, dialog: [screen, open] }: NamedDialog): Promise<void> {
  const { page } = looker;
  if (typeof screen !== 'string' || file.startsWith('app/')) await looker.load(screen);
  else await looker.go(screen);
  if (await shownDialog(page).isVisible()) await page.keyboard.press('Escape');
  if (await shownDialog(page).isVisible()) await looker.load(screen);
  await open(page);
  await shownDialog(page).waitFor();
  await looker.untilQuiet();
}

/**
 * Looks at a dialog in both themes, at both widths or twice at the only one. It is opened once, and again when the
 * other layout or theme has closed it.
 */
async function lookAtDialog(looker: Looker, named: NamedDialog): Promise<void> {
  const widths = named.dialog[2]?.widths ?? [WIDE, NARROW];
  const [first = WIDE, second = first] = widths;
  for (const [at, width] of [first, second].entries()) {
    await looker.setWidth(width);
    if (at === 1) await looker.changeTheme();
    if (at === 0 || !(await shownDialog(looker.page).isVisible())) await openDialog(looker, named);
    await looker.look(named.name, DIALOG);
  }
}

// The tests only read, so all workers run them: this file takes most time.
test.describe.configure({ mode: 'parallel' });
test.use({ actionTimeout: ACTION_MS });

/** Small enough for the workers to end at about the same time; every group loads the app twice. */
const LOOKS_PER_TEST = 32;
const LOOKING_MS = 300_000;

const inGroups = <Looked>(all: readonly Looked[]): Looked[][] =>
  Array.from({ length: Math.ceil(all.length / LOOKS_PER_TEST) }, (_, at) =>
    all.slice(at * LOOKS_PER_TEST, (at + 1) * LOOKS_PER_TEST),
  );

/** The themes that the two pages begin with, so that half of the screens are dark when they are wide. */
const THEMES: readonly Theme[] = ['light', 'dark'];

/** Two pages share the work, each always the same half of it. */
async function lookAtEach<Looked>(
  browser: Browser,
  person: Person,
  all: readonly Looked[],
  look: (looker: Looker, looked: Looked, isFirst: boolean) => Promise<void>,
): Promise<void> {
  const lookAtHalf = async (theme: Theme, half: number) => {
    const looker = await Looker.start(browser, theme, person);
    const own = all.filter((_, at) => at % THEMES.length === half);
    for (const [at, looked] of own.entries()) await look(looker, looked, at === 0);
    await looker.close();
  };
  await Promise.all(THEMES.map(lookAtHalf));
}

/** Of a link to a new password, as the mail has it. */
const KNOWN_TOKEN = 'known';

test.describe('accessibility in both themes at 390 and 1440 px', () => {
  for (const group of inGroups(dialogs.flatMap(namedOf)))
    test(`dialogs and menus from ${group[0]?.name}`, async ({ browser }) => {
      test.setTimeout(LOOKING_MS);
      await lookAtEach(browser, 'super', group, lookAtDialog);
    });

  test('guest pages', async ({ browser }) => {
    const looker = await Looker.start(browser, 'light');
    const reset = { data: { email: 'staff@longshore.test' } };
    await looker.page
      .context()
      .route('**/forget-password/token', (route) =>
        route.request().postData()?.includes(KNOWN_TOKEN) ? route.fulfill({ json: reset }) : route.fallback(),
      );
    for (const path of [...guests, `/auth/reset-password/${KNOWN_TOKEN}`]) {
      await looker.load(path);
      await looker.lookAtBothWidths(path, 'html');
    }
    await looker.close();
  });

  for (const person of ['super', 'client'] as const) {
    const paths = screens.filter(([who]) => who === person).map(([, path]) => path);
    for (const group of inGroups(paths))
      test(`screens of ${person} from ${group[0]}`, async ({ browser }) => {
        test.setTimeout(LOOKING_MS);
        await lookAtEach(browser, person, group, async (looker, path, isFirst) => {
          const call = await staySignedIn(looker.page, person);
          await looker.go(await addressOf(path, call));
          // What is around the screens is looked at with the first of them.
          await looker.lookAtBothWidths(path, isFirst ? 'html' : '#content');
        });
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
  /<(Modal|Drawer|Menu|Dialog|FormDialog|ConfirmDialog|DeleteDialog|PdfDialog|TraceDialog|DateInput|Combobox|DrawnSelect)\b| data-panel\b/;

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

/**
 * The scripts that a page loads before anybody does anything: no link is under the mouse, which loads where it leads,
 * and nobody else changes a record, which loads what refreshes screens.
 */
async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<Scripts> {
  let bytes = 0;
  await page.mouse.move(700, 500);
  await page.route('**/api/v3/live', (route) => route.abort());
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
  await page.waitForLoadState('networkidle');
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
  expect(signIn.bytes).toBeLessThanOrEqual(130_000);
  expect(signIn.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);

  await keepLoginOf(page, 'staff');
  const firstList = await scriptsOf(page, async () => {
    await page.goto('/relations/customer/on_page%3D1');
    await expect(page.getByRole('link', { name: 'Harvest Lane Market' })).toBeVisible();
  });
  expect(firstList.bytes).toBeGreaterThan(100_000);
  expect(firstList.bytes).toBeLessThanOrEqual(240_000);
  expect(firstList.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);
});

test('the first screen of the floor loads without the frame of the desk', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await keepLoginOf(page, 'staff');
  const floor = await scriptsOf(page, async () => {
    await page.goto('/floor');
    await expect(page.getByRole('link', { name: /Receive/ })).toBeVisible();
  });
  expect(floor.bytes).toBeGreaterThan(100_000);
  // The aim is 150 kB: what is in the way of it is in decision 0111.
  expect(floor.bytes).toBeLessThanOrEqual(170_000);
  expect(floor.files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);
});
