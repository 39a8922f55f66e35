import {
  CONTAIN_MAX,
  type Condition,
  type ConditionKind,
  Day,
  type FieldMessages,
  type ListSpec,
  OPERATORS,
} from '@longshore/contract';
import { type Sql, sql } from '../database/sql.ts';
import { type ListSql, likePattern } from './list-sql.ts';

const operators: Record<string, Sql> = {
  '=': sql`=`,
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
};

const isDay = (value: string) => Day.safeParse(value).success;

const valid: Record<ConditionKind, (value: string) => boolean> = {
  text: (value) => value.length <= 255 && !value.includes('\u0000'),
  number: (value) => /^-?\d{1,12}(\.\d{1,6})?$/.test(value),
  date: isDay,
  day: isDay,
  flag: (value) => value === '0' || value === '1',
};

const dayStart = (day: Sql, timezone: string) => sql`day_start(${day}, ${timezone}::text)`;

/** A day is a range of timestamps; casting the column to a date would prevent the use of its index. */
function compareDay(column: Sql, operator: string, value: string, timezone: string): Sql {
  const start = dayStart(sql`${value}::date`, timezone);
  const end = dayStart(sql`${value}::date + 1`, timezone);
  switch (operator) {
    case '<':
      return sql`${column} < ${start}`;
    case '>=':
      return sql`${column} >= ${start}`;
    case '<=':
      return sql`${column} < ${end}`;
    case '>':
      return sql`${column} >= ${end}`;
    default:
      return sql`(${column} >= ${start} and ${column} < ${end})`;
  }
}

function compare(column: Sql, kind: ConditionKind, operator: string, value: string, timezone: string): Sql {
  const op = operators[operator];
  if (kind === 'text') {
    if (!op) return sql`lower(${column}) like ${`%${likePattern(value)}%`}`;
    return sql`lower(${column}) ${op} lower(${value}::text)`;
  }
  if (kind === 'date') return compareDay(column, operator, value, timezone);
  if (kind === 'day') return sql`${column} ${op ?? sql`=`} ${value}::date`;
  // An integer stays an integer: compared as a decimal, an index on integers could not be used.
  if (kind === 'number')
    return sql`${column} ${op ?? sql`=`} ${value}::${value.includes('.') ? sql`numeric` : sql`bigint`}`;
  return sql`${column} = ${value === '1'}`;
}

const isContain = ({ operator }: Condition) => operator === 'contain';

/** The errors in the conditions of a query, by field. */
export function conditionMessages(spec: ListSpec, conditions: readonly Condition[]): FieldMessages {
  const messages: FieldMessages = {};
  // Each scans the text of all remaining rows, so a handful keeps the database busy for seconds.
  if (conditions.filter(isContain).length > CONTAIN_MAX) messages.query = [`TooManyContains:${CONTAIN_MAX}`];
  for (const [index, condition] of conditions.entries()) {
    const name = condition.relation ? `${condition.relation}.${condition.field}` : condition.field;
    const fields = Object.hasOwn(spec.conditions, condition.relation) ? spec.conditions[condition.relation] : undefined;
    const kind = fields && Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
    if (!kind) messages[`query.${index}.field`] = [`UnknownConditionField:${name}`];
    else if (!(OPERATORS as readonly string[]).includes(condition.operator))
      messages[`query.${index}.operator`] = [`UnknownOperator:${condition.operator}`];
    else if (!valid[kind](condition.value)) messages[`query.${index}.value`] = [`ConditionValueIsInvalid:${name}`];
  }
  return messages;
}

/** Whether a condition compares timestamps with days, which depend on the company's time zone. */
export const needsTimezone = (spec: ListSpec, conditions: readonly Condition[]) =>
  conditions.some(({ relation, field }) => spec.conditions[relation]?.[field] === 'date');

/** Evaluates conditions from left to right, AND binding tighter than OR. */
export function conditionsSql(list: ListSql, conditions: readonly Condition[], timezone: string): Sql | undefined {
  if (!conditions.length) return undefined;
  const groups: Sql[][] = [];
  for (const [index, condition] of conditions.entries()) {
    const source = list.conditions[condition.relation];
    const column = source?.fields[condition.field];
    const kind = list.spec.conditions[condition.relation]?.[condition.field];
    if (!source || !column || !kind)
      throw new Error(`The list ${list.spec.resource} lacks SQL for ${condition.field}.`);
    const comparison = compare(column, kind, condition.operator, condition.value, timezone);
    const whole = source.within ? source.within(comparison) : comparison;
    if (index === 0 || condition.join === 'OR') groups.push([whole]);
    else groups.at(-1)?.push(whole);
  }
  return sql`(${sql.join(
    groups.map((group) => sql`(${sql.join(group, ' and ')})`),
    ' or ',
  )})`;
}
