import type { Endpoint } from '@longshore/contract';
import { z } from 'zod';

/** An endpoint of the contract with its name. */
export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
}

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract, at any depth: new ones are found without changing a test. */
export function listEndpoints(tree: object, name = ''): NamedEndpoint[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    const path = name ? `${name}.${key}` : key;
    return isEndpoint(value) ? [{ name: path, endpoint: value }] : listEndpoints(value, path);
  });
}

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
  format?: string;
  example?: unknown;
}

export const shapeOf = (schema: unknown): JsonSchema =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Example texts for rules that JSON Schema cannot express, by field name. A special one has `.meta({ example })`. */
const byName: [RegExp, string][] = [
  [/email/, 'someone@example.test'],
  [/password$/, 'a long enough password'],
];

function sampleText(shape: JsonSchema, name: string): string {
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  if (shape.format === 'date-time') return '2026-01-15T10:00:00.000Z';
  if (shape.format === 'date') return '2026-01-15';
  return 'Sample'.padEnd(shape.minLength ?? 0, 'e');
}

const sampleNumber = ({ minimum, exclusiveMinimum }: JsonSchema): number =>
  minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);

/** With the required fields only. */
function sampleObject({ properties = {}, required = [] }: JsonSchema): unknown {
  const fields = Object.entries(properties).filter(([field]) => required.includes(field));
  return Object.fromEntries(fields.map(([field, inner]) => [field, sample(inner, field)]));
}

function sample(shape: JsonSchema, name: string): unknown {
  if (shape.example !== undefined) return shape.example;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0] ?? shape.allOf?.[0];
  if (choice) return sample(choice, name);
  // Several types: an amount of money is a number or a text.
  switch ([shape.type].flat()[0]) {
    case 'string':
      return sampleText(shape, name);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return sampleNumber(shape);
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sample(shape.items ?? {}, name));
    case 'object':
      return sampleObject(shape);
    default:
      return 'Sample';
  }
}

/** A body the endpoint accepts. When none can be generated the tests would prove nothing, so that is an error. */
export function sampleBody(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined;
  const made = sample(shapeOf(endpoint.body), '');
  const result = (endpoint.body as unknown as z.ZodType).safeParse(made);
  if (!result.success)
    throw new Error(`No valid body could be made for ${endpoint.path}; give its schema a .meta({ example }).`);
  return made as Record<string, unknown>;
}

export function sampleQuery(endpoint: Endpoint): string {
  if (endpoint.list || !endpoint.query) return '';
  const made = sample(shapeOf(endpoint.query), '') as Record<string, unknown>;
  return new URLSearchParams(
    Object.entries(made).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** The table of a path id; undefined for a word of a fixed list. */
export const resourceOf = (schema: unknown): string | undefined =>
  (schema as z.ZodType).meta()?.resource as string | undefined;

export const wordOf = (schema: unknown): string => {
  const shape = shapeOf(schema);
  return String(shape.example ?? shape.enum?.[0] ?? 'word');
};

/** The permissions that are enough, each set on its own. */
export const keySetsOf = ({ access }: Endpoint): readonly (readonly string[])[] => {
  if (typeof access !== 'string') return 'all' in access ? [access.all] : access.map((key) => [key]);
  if (access === 'statement_reader') return [['view_entry_list']];
  if (access === 'channel_reader') return [['view_api_list']];
  return ['guest', 'user', 'order_controller', 'main', 'super'].includes(access) ? [] : [[access]];
};
