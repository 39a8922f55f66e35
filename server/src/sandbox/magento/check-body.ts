import { isObject } from '../kit/values.ts';
import { MagentoError, missingField, wrongType } from './errors.ts';

export type FieldType = 'string' | 'int' | 'float' | 'any';
export type Fields = Record<string, { type: FieldType; isRequired?: boolean }>;

const camel = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

function hasType(type: FieldType, value: unknown): boolean {
  const isText = typeof value === 'string';
  if (type === 'any') return true;
  if (type === 'string') return isText || typeof value === 'number';
  if (type === 'int') return Number.isInteger(value) || (isText && /^-?\d+$/.test(value));
  return typeof value === 'number' || (isText && /^-?\d+(\.\d+)?$/.test(value));
}

/** A data object as the API reads it: a field that it has no setter for is refused, unlike one beside the objects. */
export function checkObject(fields: Fields, value: unknown, type: string): Record<string, unknown> {
  if (!isObject(value)) throw wrongType(value, type);
  for (const name of Object.keys(value))
    if (!fields[name])
      throw new MagentoError(400, 'Property "%1" does not have accessor method "%2" in class "%3".', [
        camel(name),
        `get${camel(name)}`,
        type,
      ]);
  for (const [name, field] of Object.entries(fields)) {
    const given = value[name];
    if (field.isRequired && (given === undefined || given === null || given === '')) throw missingField(name);
    if (given !== undefined && given !== null && !hasType(field.type, given)) throw wrongType(given, field.type);
  }
  return value;
}

export function checkList(fields: Fields, value: unknown, type: string): Record<string, unknown>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrongType(value, `${type}[]`);
  return value.map((each) => checkObject(fields, each, type));
}
