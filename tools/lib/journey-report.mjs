import { relative } from 'node:path';

/**
 * What is read of the report that Playwright writes.
 * @typedef {{ attachments?: { name: string, path?: string }[] }} Result
 * @typedef {{ status: string, results: Result[] }} Try
 * @typedef {{ title: string, file: string, line: number, tests: Try[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {Suite & { stats: { expected: number, flaky: number, unexpected: number } }} Report
 */

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

/**
 * A journey that passes only when it is repeated has failed: somebody would meet what it met.
 * @param {Report} report
 */
export const countJourneys = ({ stats: { expected, flaky, unexpected } }) => ({
  passed: expected,
  failed: flaky + unexpected,
});

/**
 * The names of the journeys that passed at the second try, each with how to look at what happened; empty without any.
 * @param {Report} report
 * @param {string} root The folder that paths are shown from.
 * @returns {string}
 */
export function describeUnstable(report, root) {
  const unstable = specsIn(report).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  if (unstable.length === 0) return '';
  const lines = unstable.flatMap(({ title, file, line, tests }) => {
    const attachments = tests.flatMap(({ results }) => results.flatMap((result) => result.attachments ?? []));
    const shown = (/** @type {string} */ name) => attachments.find((each) => each.name === name)?.path;
    const [trace, screenshot] = [shown('trace'), shown('screenshot')];
    return [
      `- ${file}:${line} ${title}`,
      ...(screenshot ? [`  the first try ended here: ${relative(root, screenshot)}`] : []),
      ...(trace ? [`  the second try: npx playwright show-trace ${relative(root, trace)}`] : []),
      `  more of them: npx playwright test -c e2e/playwright.config.ts ${file}:${line} --repeat-each=10 --retries=0 --trace=retain-on-failure`,
    ];
  });
  return ['These journeys passed only when they were repeated, which fails the run (decision 0068):', ...lines].join(
    '\n',
  );
}
