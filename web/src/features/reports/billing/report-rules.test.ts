import { expect, test } from 'vitest';
import { changed, isOfPeriod, problemsOf, startValues } from './report-state.ts';

const today = '2026-11-16';

test('a period fills the days, days of one’s own are no period, and figures have no PDF', () => {
  const start = startValues(7, today);
  expect(start).toMatchObject({ clients: [7], from_date: '2026-11-01', to_date: '2026-11-30', format: 'grid' });
  const last = changed(start, { period: 'last-week' }, today);
  expect([last.from_date, last.to_date, isOfPeriod(last, today)]).toEqual(['2026-11-09', '2026-11-15', true]);
  expect(isOfPeriod(changed(last, { to_date: '2026-11-14' }, today), today)).toBe(false);
  const pdf = changed(start, { format: 'pdf' }, today);
  expect(changed(pdf, { name: 'shipping-qty-by-period-excel' }, today).format).toBe('grid');
});

test('a request is checked by the contract before it is sent', () => {
  expect(problemsOf(startValues(undefined, today))).toEqual({ clients: ['BillingReportNeeds'] });
  expect(problemsOf(startValues(7, today))).toEqual({});
});
