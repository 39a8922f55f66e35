import { expect, test } from 'vitest';
import { countJourneys, describeUnstable } from '../lib/journey-report.mjs';

const passed = { status: 'expected', results: [{}] };
const second = {
  status: 'flaky',
  results: [
    { attachments: [{ name: 'screenshot', path: '/work/test-results/lists/test-failed-1.png' }] },
    { attachments: [{ name: 'trace', path: '/work/test-results/lists-retry1/trace.zip' }] },
  ],
};
const reportOf = (tried: typeof passed | typeof second, flaky: number) => ({
  stats: { expected: 117, flaky, unexpected: 0 },
  suites: [
    {
      specs: [{ title: 'orders are listed', file: 'orders.spec.ts', line: 9, tests: [passed] }],
      suites: [{ specs: [{ title: 'a list is sorted', file: 'lists.spec.ts', line: 12, tests: [tried] }] }],
    },
  ],
});

test('a journey that passes at the second try has failed, by its name and with its trace', () => {
  const report = reportOf(second, 1);
  expect(countJourneys(report)).toEqual({ passed: 117, failed: 1 });
  const said = describeUnstable(report, '/work');
  expect(said).toContain('lists.spec.ts:12 a list is sorted');
  expect(said).toContain('test-results/lists/test-failed-1.png');
  expect(said).toContain('show-trace test-results/lists-retry1/trace.zip');
  expect(said).not.toContain('orders are listed');
});

test('nothing is said of journeys that pass at once', () => {
  const report = reportOf(passed, 0);
  expect(countJourneys(report)).toEqual({ passed: 117, failed: 0 });
  expect(describeUnstable(report, '/work')).toBe('');
});
