import { isObject } from '../kit/values.ts';

/** What is wrong with a field, in the form of the fields themselves. */
export type Problems = string[] | Problems[] | { [field: string]: Problems };
export type Check = (value: unknown) => Problems | undefined;

export const text =
  (most?: number): Check =>
  (value) => {
    if (typeof value !== 'string') return ['Not a valid string.'];
    if (most !== undefined && value.length > most) return [`Ensure this field has no more than ${most} characters.`];
    return undefined;
  };

/** Decimals are texts. */
export const decimal: Check = (value) => {
  if (typeof value !== 'string') return ['Not a valid string.'];
  return /^\d{1,6}(\.\d{1,4})?$/.test(value) && Number(value) > 0 ? undefined : ['A valid number is required.'];
};

export const amount: Check = (value) =>
  typeof value === 'string' && /^\d{1,8}(\.\d{1,4})?$/.test(value) ? undefined : ['A valid number is required.'];

export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : ['Must be a valid boolean.']);

export const integer: Check = (value) =>
  Number.isInteger(value) && Number(value) > 0 ? undefined : ['A valid integer is required.'];

export const choice =
  (...choices: readonly string[]): Check =>
  (value) =>
    choices.includes(String(value)) && typeof value === 'string' ? undefined : [`"${value}" is not a valid choice.`];

/** Some thing that is sent whole, or the id of one that was made before. */
export const idOr =
  (check: Check): Check =>
  (value) =>
    typeof value === 'string' ? undefined : check(value);

export const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return ['Expected a list of items.'];
    if (value.length === 0) return ['This list may not be empty.'];
    const problems = value.map((each) => check(each) ?? []);
    return problems.some((each) => Object.keys(each).length > 0) ? problems : undefined;
  };

export const texts: Check = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? undefined : ['Expected a list of items.'];

const NOTHING: ReadonlySet<string> = new Set();

const UNKNOWN: Check = () => ['Unknown field.'];

/** Fields that are not known are a mistake of the caller. */
export const fields =
  (known: Readonly<Record<string, Check>>, required: ReadonlySet<string> = NOTHING): Check =>
  (value) => {
    if (!isObject(value)) return ['Expected an object.'];
    const missing = [...required].filter((name) => !(name in value)).map((name) => [name, ['This field is required.']]);
    const wrong = Object.entries(value)
      .map(([name, given]) => [name, (known[name] ?? UNKNOWN)(given)])
      .filter(([, problem]) => problem !== undefined);
    const problems = [...missing, ...wrong];
    return problems.length > 0 ? (Object.fromEntries(problems) as { [field: string]: Problems }) : undefined;
  };
