import { dayAfter, type ListQuery, WAVE_LINES, type WavePlanInput } from '@longshore/contract';

/** What a saved rule says of a plan: which shipments, and how many of them. */
export type SavedRule = Pick<WavePlanInput, 'rule' | 'orders' | 'max_weight'>;

export const DEFAULT_RULE: SavedRule = {
  rule: { couriers: [], clients: [], leaves_by: '', lines: 'any' },
  orders: 8,
  max_weight: 0,
};

/** A rule is used again on another day, so its day is stored as `today` or `tomorrow` where it is one of these. */
function relativeDay(day: string, today: string): string {
  if (day === today) return 'today';
  return day === dayAfter(today) ? 'tomorrow' : day;
}

function dayOfRule(text: string, today: string): string {
  if (text === 'today') return today;
  return text === 'tomorrow' ? dayAfter(today) : text;
}

const listed = (ids: readonly number[]) => [...ids].sort((one, other) => one - other).map(String);

/** The rule as the filter that is saved; values that are those of `DEFAULT_RULE` are left out. */
export function queryOfRule({ rule, orders, max_weight }: SavedRule, today: string): ListQuery {
  const values: Record<string, string[]> = {
    couriers: listed(rule.couriers),
    clients: listed(rule.clients),
    leaves_by: rule.leaves_by === '' ? [] : [relativeDay(rule.leaves_by, today)],
    lines: rule.lines === 'any' ? [] : [rule.lines],
    orders: orders === DEFAULT_RULE.orders ? [] : [String(orders)],
    max_weight: max_weight === 0 ? [] : [String(max_weight)],
  };
  return { filter_by: Object.fromEntries(Object.entries(values).filter(([, each]) => each.length > 0)) };
}

const numbers = (values: readonly string[] = []) =>
  values.map(Number).filter((each) => Number.isInteger(each) && each > 0);

/**
 * The rule that a saved filter describes. What it does not say, or what is no longer valid, is as in `DEFAULT_RULE`.
 */
export function ruleOfQuery({ filter_by = {} }: ListQuery, today: string): SavedRule {
  const [lines, leaves_by, orders, weight] = ['lines', 'leaves_by', 'orders', 'max_weight'].map(
    (name) => filter_by[name]?.[0] ?? '',
  );
  return {
    rule: {
      couriers: numbers(filter_by.couriers),
      clients: numbers(filter_by.clients),
      leaves_by: dayOfRule(leaves_by ?? '', today),
      lines: WAVE_LINES.find((each) => each === lines) ?? 'any',
    },
    orders: Number(orders) || DEFAULT_RULE.orders,
    max_weight: Number(weight) || 0,
  };
}
