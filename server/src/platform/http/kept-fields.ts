import type { z } from 'zod';

interface Def {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

const WRAPPERS = new Set(['default', 'prefault', 'optional', 'nullable', 'readonly', 'nonoptional']);

/** The fields of an object schema, also of one that is optional, has a default or is checked further. */
function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { type, innerType, in: input, shape } = defOf(schema);
  if (WRAPPERS.has(type) && innerType) return fieldsOf(innerType);
  if (type === 'pipe' && input) return fieldsOf(input);
  // A value as a whole, such as an address: parts of two of them do not make a third.
  return schema.meta()?.whole ? undefined : shape;
}

/** Whether a missing value would become a default. */
function hasDefault(schema: z.ZodType): boolean {
  const { type, innerType, in: input } = defOf(schema);
  if (type === 'default' || type === 'prefault') return true;
  if (type === 'pipe' && input) return hasDefault(input);
  return WRAPPERS.has(type) && innerType !== undefined && hasDefault(innerType);
}

type Sent = Record<string, unknown>;
const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a body that are not in it and would be reset to their defaults, by their paths. */
export function missingFields(schema: z.ZodType, sent: unknown): string[] {
  const fields = fieldsOf(schema);
  if (!fields || !isObject(sent)) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    if (sent[name] === undefined) return hasDefault(field) ? [name] : [];
    return missingFields(field, sent[name]).map((path) => `${name}.${path}`);
  });
}

/** The value of a record for a field; undefined when it has none that the field takes. */
function valueFor(field: z.ZodType, value: unknown): unknown {
  return value !== undefined && field.safeParse(value).success ? value : undefined;
}

/**
 * A body with the values of the record for fields that were not sent, so that they stay as they are. Without `updated_at`
 * it gets that of the record: a change between reading it and writing is then refused, not lost.
 */
export function withKeptFields(schema: z.ZodType, sent: unknown, record: unknown): unknown {
  const fields = fieldsOf(schema);
  if (!fields || !isObject(sent) || !isObject(record)) return sent;
  const filled: Sent = { ...sent };
  for (const [name, field] of Object.entries(fields)) {
    if (sent[name] !== undefined) filled[name] = withKeptFields(field, sent[name], record[name]);
    else if (hasDefault(field) || name === 'updated_at') filled[name] = valueFor(field, record[name]);
  }
  return filled;
}

/** Fields that were sent with another value than the record has. */
export const changedFields = (names: readonly string[], sent: unknown, record: unknown): string[] =>
  names.filter(
    (name) =>
      isObject(sent) && isObject(record) && sent[name] !== undefined && String(sent[name]) !== String(record[name]),
  );
