import {
  type Condition,
  type ConditionKind,
  Day,
  type FieldMessages,
  type ListSpec,
  OPERATORS,
} from '@longshore/contract';
import { sql } from 'kysely';
import { type ListSql, likePattern, type Sql } from './list-sql.ts';

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

function compare(column: Sql, kind: ConditionKind, operator: string, value: string, timezone: string): Sql {
  const op = operators[operator];
  if (kind === 'text') {
    if (!op) return sql`lower(${column}) like ${`%${likePattern(value)}%`}`;
    return sql`lower(${column}) ${op} lower(${value}::text)`;
  }
  if (kind === 'date') return sql`(${column} at time zone ${timezone}::text)::date ${op ?? sql`=`} ${value}::date`;
  if (kind === 'day') return sql`${column} ${op ?? sql`=`} ${value}::date`;
  // A whole number stays one: compared as a decimal it would keep an index of whole numbers from being used.
  if (kind === 'number')
    return sql`${column} ${op ?? sql`=`} ${value}::${value.includes('.') ? sql`numeric` : sql`bigint`}`;
  return sql`${column} = ${value === '1'}`;
}

/** What is wrong with the conditions of a query, by field. */
export function conditionMessages(spec: ListSpec, conditions: readonly Condition[]): FieldMessages {
  const messages: FieldMessages = {};
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

/** Conditions from left to right, AND binding tighter than OR. */
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
    groups.map((group) => sql`(${sql.join(group, sql` and `)})`),
    sql` or `,
  )})`;
}
