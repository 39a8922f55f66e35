import { isObject } from '../kit/values.ts';
import { invalidParameter, missingParameter } from './errors.ts';

/** The part of JSON Schema that WordPress checks. Unknown fields are ignored, as it does. */
export type FieldType =
  | { type: 'string'; enum?: readonly string[]; required?: boolean; orNull?: boolean }
  | { type: 'integer' | 'boolean' | 'any'; required?: boolean; orNull?: boolean }
  | { type: 'object'; fields: Fields; required?: boolean; orNull?: boolean }
  | { type: 'array'; items: FieldType; required?: boolean; orNull?: boolean };

export type Fields = Record<string, FieldType>;

export const text: FieldType = { type: 'string' };
export const integer: FieldType = { type: 'integer' };
export const boolean: FieldType = { type: 'boolean' };
export const anything: FieldType = { type: 'any' };
export const oneOf = (...values: string[]): FieldType => ({ type: 'string', enum: values });
export const listOf = (items: FieldType): FieldType => ({ type: 'array', items });
export const objectOf = (fields: Fields): FieldType => ({ type: 'object', fields });
export const required = (field: FieldType): FieldType => ({ ...field, required: true });

export const metaList = listOf(objectOf({ id: integer, key: text, value: anything }));

/** Refuses the first field that does not fit. */
export function checkBody(fields: Fields, body: Record<string, unknown>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && body[name] === undefined) throw missingParameter(name);
    const reason = body[name] === undefined ? undefined : reasonAgainst(field, body[name], name);
    if (reason) throw invalidParameter(name, reason);
  }
}

function reasonAgainst(field: FieldType, value: unknown, path: string): string | undefined {
  if (value === null && field.orNull) return undefined;
  if (!hasType(field, value)) return `${path} is not of type ${field.type}.`;
  if (field.type === 'string' && field.enum && !field.enum.includes(String(value)))
    return `${path} is not one of ${field.enum.join(', ')}.`;
  if (field.type === 'array' && Array.isArray(value))
    return firstReason(value.map((item, at) => [field.items, item, `${path}[${at}]`]));
  if (field.type === 'object' && isObject(value)) return reasonInObject(field.fields, value, path);
  return undefined;
}

function reasonInObject(fields: Fields, value: Record<string, unknown>, path: string): string | undefined {
  const missing = Object.entries(fields).find(([name, field]) => field.required && value[name] === undefined);
  if (missing) return `${missing[0]} is a required property of ${path}.`;
  return firstReason(
    Object.entries(fields)
      .filter(([name]) => value[name] !== undefined)
      .map(([name, field]) => [field, value[name], `${path}[${name}]`]),
  );
}

function firstReason(checks: [FieldType, unknown, string][]): string | undefined {
  for (const [field, value, path] of checks) {
    const reason = reasonAgainst(field, value, path);
    if (reason) return reason;
  }
  return undefined;
}

/** A text must be a text; a whole number and a yes or no may also be written as one. */
function hasType({ type }: FieldType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));
    case 'boolean':
      return typeof value === 'boolean' || [0, 1, '0', '1', 'true', 'false'].includes(value as string);
    case 'object':
      return isObject(value) || (Array.isArray(value) && value.length === 0);
    case 'array':
      return Array.isArray(value);
    default:
      return true;
  }
}

export const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';
