import { type ListQuery, SavedQuery } from '@longshore/contract';
import { expect, test } from 'vitest';
import { DEFAULT_RULE, queryOfRule, ruleOfQuery, type SavedRule } from './saved-rule.ts';

const TODAY = '2026-11-19';
const rule = (part: Partial<SavedRule['rule']>, more: Partial<SavedRule> = {}): SavedRule => ({
  ...DEFAULT_RULE,
  ...more,
  rule: { ...DEFAULT_RULE.rule, ...part },
});

test.each<[string, SavedRule, ListQuery['filter_by'], string]>([
  ['the first rule says nothing', rule({}), {}, ''],
  ['couriers in any order', rule({ couriers: [9, 2] }), { couriers: ['2', '9'] }, ''],
  ['a client', rule({ clients: [3] }), { clients: ['3'] }, ''],
  ['today is the day on which it is used', rule({ leaves_by: TODAY }), { leaves_by: ['today'] }, '2026-12-31'],
  ['so is tomorrow', rule({ leaves_by: '2026-11-20' }), { leaves_by: ['tomorrow'] }, '2027-01-01'],
  ['another day stays', rule({ leaves_by: '2026-12-24' }), { leaves_by: ['2026-12-24'] }, '2026-12-24'],
  ['single lines', rule({ lines: 'single' }), { lines: ['single'] }, ''],
  ['the same item, so many', rule({ lines: 'same' }, { orders: 20 }), { lines: ['same'], orders: ['20'] }, ''],
  ['a weight', rule({}, { max_weight: 12.5 }), { max_weight: ['12.5'] }, ''],
])('a saved rule: %s', (_what, saved, filter_by, lastDayOfTheYear) => {
  const query = queryOfRule(saved, TODAY);
  expect(query).toEqual({ filter_by });
  expect(SavedQuery.safeParse(query).success).toBe(true);
  const again = ruleOfQuery(query, TODAY);
  expect(again).toEqual({
    ...saved,
    rule: { ...saved.rule, couriers: [...saved.rule.couriers].sort((a, b) => a - b) },
  });
  expect(ruleOfQuery(query, '2026-12-31').rule.leaves_by).toBe(lastDayOfTheYear);
});

test('what is no rule is as at the beginning', () => {
  expect(ruleOfQuery({}, TODAY)).toEqual(DEFAULT_RULE);
  expect(ruleOfQuery({ filter_by: { lines: ['odd'], orders: ['many'], couriers: ['x', '4'] } }, TODAY)).toEqual(
    rule({ couriers: [4] }),
  );
});
