import type { Call } from '../kit/partner.ts';
import { badRequest } from './errors.ts';

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,7})?)?$/;
const PAGE_SIZE = 100;
const PAGE_SIZE_MAX = 500;

/** A Pacific time without an offset, in the form that records have. */
export function dateText(value: string, name: string): string {
  const [isDate, day = '', time = '00:00:00', fraction = '.'] = DATE.exec(value) ?? [];
  if (!isDate) throw badRequest(`The value '${value}' is not valid for ${name}.`);
  return `${day}T${time.length === 5 ? `${time}:00` : time}${fraction.padEnd(8, '0')}`;
}

export const dateOf = (call: Call, name: string): string | undefined => {
  const value = call.query.get(name);
  return value ? dateText(value, name) : undefined;
};

export function integerOf(call: Call, name: string): number | undefined {
  const value = call.query.get(name);
  if (value === null || value === '') return undefined;
  if (!/^\d{1,15}$/.test(value)) throw badRequest(`The value '${value}' is not valid for ${name}.`);
  return Number(value);
}

export function choiceOf<Choice extends string>(
  call: Call,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = call.query.get(name);
  if (value === null || value === '') return undefined;
  const chosen = choices.find((each) => each.toLowerCase() === value.toLowerCase());
  if (!chosen) throw badRequest(`The value '${value}' is not valid for ${name}.`);
  return chosen;
}

/** Both ends are left out: "after", "before". */
export const isWithin = (text: string, start: string | undefined, end: string | undefined): boolean =>
  (start === undefined || text > start) && (end === undefined || text < end);

/** `{<name>: [...], total, page, pages}`. */
export function pageOf<Row>(call: Call, name: string, rows: readonly Row[], present: (row: Row) => unknown): object {
  const page = integerOf(call, 'page') ?? 1;
  const size = integerOf(call, 'pageSize') ?? PAGE_SIZE;
  if (page < 1) throw badRequest("The value '0' is not valid for page.");
  if (size < 1 || size > PAGE_SIZE_MAX) throw badRequest(`pageSize must be between 1 and ${PAGE_SIZE_MAX}.`);
  return {
    [name]: rows.slice((page - 1) * size, page * size).map(present),
    total: rows.length,
    page,
    pages: Math.ceil(rows.length / size),
  };
}
