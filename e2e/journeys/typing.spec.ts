import { expect, type Page, test } from '@playwright/test';
import { between, randomFrom } from '../../web/src/test/random.ts';
import { as, connectApi } from '../people.ts';
import { addressOf, screens } from '../screens.ts';

/**
 * Types into every field of every form, faster than people do: at 0 to 30 ms a key, in bursts with pauses. The keys are
 * made by the browser (`document.execCommand` inserts what a key inserts), so that a form takes a second and not a
 * minute; what each kind of field makes of its keys, at all speeds, is tested in web/src/ui/scan/typing.test.tsx.
 */
const FORMS = screens
  .filter(([person]) => person === 'super')
  .map(([, path]) => path)
  .filter((path) => /action\/edit|\/edit$|action\/pack|\/profiles|action\/count|type%3Dmanual/.test(path));
const TEXT = 'pallet 0003456789 came wet';

interface Typed {
  label: string;
  typed: string;
  left: string;
}

/** Without numbers, which keep no text, and fields that open a list. */
const PLAIN_FIELDS = [
  '#content textarea',
  '#content input:is([type=text], [type=search], [type=tel], :not([type]))' +
    ':not([inputmode=numeric], [inputmode=decimal], [role=combobox], [aria-haspopup])',
].join();

/** Types in the page, with pauses as they are given, and answers what is in each plain text field afterwards. */
const typeInto = (page: Page, text: string, gaps: readonly number[]): Promise<Typed[]> =>
  page.evaluate(
    async ([what, pauses, selector]) => {
      const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(selector)].filter(
        (field) => field.checkVisibility() && !field.disabled && !field.readOnly,
      );
      const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
      let pressedAt = performance.now() + 1_000;
      const press = (key: string, gap: number) => {
        pressedAt += gap;
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: pressedAt });
        if ((document.activeElement ?? document.body).dispatchEvent(event))
          document.execCommand('insertText', false, key);
      };
      const results = [];
      for (const field of fields) {
        field.focus();
        field.select();
        const max = field.maxLength > 0 ? field.maxLength : what.length;
        const typed = what.slice(0, max);
        for (const [at, key] of [...typed].entries()) {
          const gap = pauses[at % pauses.length] ?? 0;
          // Short pauses exist only in the time of the key event; a part of the long ones is really waited.
          if (gap > 40) await wait(45);
          press(key, gap);
        }
        await wait(20);
        results.push({ label: field.getAttribute('aria-label') ?? field.id, typed, left: field.value });
      }
      return results;
    },
    [text, gaps, PLAIN_FIELDS] as const,
  );

const RHYTHMS = [0, 5, 10, 15, 30].map((gap, seed) => {
  const random = randomFrom(seed);
  const gaps: number[] = [];
  while (gaps.length < 60) {
    for (let left = between(random, 4, 20); left > 0; left--) gaps.push(gap);
    gaps.push(between(random, 50, 1_500));
  }
  return gaps;
});

/** Both workers take part. */
test.describe.configure({ mode: 'parallel' });
const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`what is typed fast into the fields of all forms stays there, part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const call = await connectApi(page);
    await as(page, 'super');
    let fields = 0;
    for (const [at, path] of FORMS.entries()) {
      if (at % PARTS !== part) continue;
      await page.goto(await addressOf(path, call));
      await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
      // Another rhythm on each form.
      const typed = await typeInto(page, TEXT, RHYTHMS[at % RHYTHMS.length] ?? []);
      fields += typed.length;
      for (const { label, typed: expected, left } of typed) expect(left, `${path}: ${label}`).toBe(expected);
    }
    // Forms move between the parts when one is added; each part has some fields.
    expect(fields).toBeGreaterThan(2);
  });
