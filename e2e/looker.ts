import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { NARROW, WIDE, type Width } from './dialog-steps.ts';
import { type Person, staySignedIn } from './people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string }[];
}

/** What the functions below find in the page. */
interface Looked {
  axe: { run(place: string, options: object): Promise<{ violations: Violation[] }> };
  /** The router puts itself there. */
  __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: { href: string } } };
  stillSheet?: CSSStyleSheet;
}

const RULES = { rules: { 'target-size': { enabled: true } } } as const;

/** A phone is as high as its list: a link that is half below the footer would count as too small a target. */
const HEIGHT = { [WIDE]: 900, [NARROW]: 3_000 };

export type Theme = 'light' | 'dark';

/** A screen that is not quiet by then is looked at as it is. */
const QUIET_MS_MAX = 5_000;
const POLL_MS = 30;

/**
 * A page that looks at one screen or dialog after the other. Loading the app takes longer than looking at a screen of
 * it, so it goes from screen to screen inside the app.
 */
export class Looker {
  private readonly pending = new Set<Request>();
  private isLoaded = false;
  /** The page is signed in as somebody else, because a screen that made its own records needed that. */
  private isSomebodyElse = false;

  private constructor(
    readonly page: Page,
    private theme: Theme,
    private readonly person: Person | undefined,
  ) {
    page.on('request', (request) => {
      // The live stream never ends.
      if (!request.url().endsWith('/live')) this.pending.add(request);
    });
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
  }

  static async start(browser: Browser, theme: Theme, person?: Person): Promise<Looker> {
    // Transitions are off while axe runs: no test waits for a dialog to slide in.
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    return new Looker(await context.newPage(), theme, person);
  }

  close = () => this.page.context().close();

  /** Loads the app anew, without what was left in the browser: a draft, a queue, another person. */
  async load(path: string | ((page: Page) => Promise<string>)): Promise<void> {
    if (this.isLoaded) await this.page.evaluate(() => [localStorage, sessionStorage].map((store) => store.clear()));
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    if (this.person) await staySignedIn(this.page, this.person);
    this.pending.clear();
    await this.page.goto(typeof path === 'string' ? path : await path(this.page));
    this.isLoaded = true;
    this.isSomebodyElse = typeof path !== 'string';
    await this.untilShown();
  }

  /** Goes to a screen as a link of the app does. */
  async go(path: string): Promise<void> {
    if (!this.isLoaded || this.isSomebodyElse) return this.load(path);
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.page.evaluate((to) => {
      const { stillSheet } = window as unknown as Looked;
      if (stillSheet) stillSheet.disabled = true;
      for (const store of [localStorage, sessionStorage]) store.clear();
      history.pushState({}, '', to);
    }, path);
    await this.untilShown();
  }

  private async untilShown(): Promise<void> {
    if (this.person) await expect(this.page.locator('#content h1').first()).toBeVisible();
    await this.untilQuiet();
  }

  /** Until fonts, code and records are there and nothing moves: what is looked at does not change any more. */
  async untilQuiet(): Promise<void> {
    const until = Date.now() + QUIET_MS_MAX;
    for (let times = 0; times < 2 && Date.now() < until; ) {
      const isQuiet = await this.page.evaluate(async () => {
        await document.fonts.ready;
        const moving = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
        await Promise.allSettled(moving.map(({ finished }) => finished));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { __TSR_ROUTER__: router } = window as unknown as Looked;
        const isThere = !router || router.state.status === 'idle';
        return isThere && !document.querySelector('#content [aria-busy=true], [role=dialog] [aria-busy=true]');
      });
      if (isQuiet && this.pending.size === 0) times++;
      else {
        times = 0;
        await this.page.waitForTimeout(POLL_MS);
      }
    }
  }

  async setWidth(width: Width): Promise<void> {
    if (this.page.viewportSize()?.width === width) return;
    await this.page.setViewportSize({ width, height: HEIGHT[width] });
    if (this.isLoaded) await this.untilQuiet();
  }

  /**
   * Loads the engine once per page load. Transitions are stopped while it looks: a colour on its way to the other theme
   * is none of ours. Of long tables and lists the first rows are looked at, since the others are alike.
   */
  private async prepare(): Promise<void> {
    const isPrepared = await this.page.evaluate(() => {
      const { stillSheet } = window as unknown as Looked;
      if (stillSheet) stillSheet.disabled = false;
      return stillSheet !== undefined;
    });
    if (isPrepared) return;
    await this.page.evaluate(axe);
    await this.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        *, *::before, *::after { transition: none !important; animation: none !important; }
        #content tbody > tr:nth-child(n + 7), #content li:nth-child(n + 9) { display: none !important; }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      (window as unknown as Looked).stillSheet = sheet;
    });
  }

  private async violations(place: string): Promise<string[]> {
    const violations = await this.page.evaluate(
      async ([where, chosen]) => {
        const { axe: engine } = window as unknown as Looked;
        // Behind a dialog lies a whole screen, which the engine would measure with it.
        const behind = document.getElementById('root');
        const isApart = where !== 'html' && !behind?.querySelector(where) && !behind?.contains(document.activeElement);
        if (isApart) behind?.style.setProperty('visibility', 'hidden');
        const found = await engine.run(where, { ...chosen, resultTypes: ['violations'], preload: false });
        behind?.style.removeProperty('visibility');
        return found.violations;
      },
      [place, RULES] as const,
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }

  async look(name: string, place: string): Promise<void> {
    await this.prepare();
    const found = await this.violations(place);
    expect.soft(found, `${name}, ${this.theme}, ${this.page.viewportSize()?.width} px`).toEqual([]);
  }

  /** Each change of the theme costs as much as a look. */
  async changeTheme(): Promise<void> {
    const theme = this.theme === 'light' ? 'dark' : 'light';
    await this.page.emulateMedia({ colorScheme: theme });
    await expect(this.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    this.theme = theme;
  }

  /** Both widths and both themes in two looks. Begins with the width and the theme that are there. */
  async lookAtBothWidths(name: string, place: string): Promise<void> {
    const isWide = this.page.viewportSize()?.width === WIDE;
    await this.look(name, place);
    await this.setWidth(isWide ? NARROW : WIDE);
    await this.changeTheme();
    await this.look(name, place);
  }
}
