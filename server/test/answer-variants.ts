import type { Endpoint } from '@longshore/contract';
import { z } from 'zod';

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  items?: Shape;
  prefixItems?: Shape[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  $ref?: string;
  $defs?: Record<string, Shape>;
  definitions?: Record<string, Shape>;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  format?: string;
  example?: unknown;
}

/** A shape that contains itself is followed this deep. */
const DEPTH_MAX = 12;

function textsOf({ format, example }: Shape): string[] {
  if (typeof example === 'string') return [example];
  if (format === 'date-time') return ['2026-01-15T10:00:00.000Z'];
  if (format === 'date') return ['2026-01-15'];
  if (format === 'uuid') return ['0192f0c1-7d5e-4b6a-8c1d-2f3a4b5c6d7e'];
  if (format === 'email') return ['someone@example.test'];
  return ['Text "quoted"\n', ''];
}

function numbersOf({ type, minimum, exclusiveMinimum }: Shape): number[] {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const all = type === 'integer' ? [1, 0, -3] : [1.5, 0, -2.25, 3];
  const allowed = all.filter((number) => least === undefined || number >= least);
  return allowed.length ? allowed : [least ?? 1];
}

/** With every other value of each field in turn, and without each optional one. */
function objectsOf(shape: Shape, root: Shape, depth: number): unknown[] {
  const fields = Object.entries(shape.properties ?? {}).map(
    ([name, field]) => [name, variantsOf(field, root, depth + 1)] as const,
  );
  const first = Object.fromEntries(fields.map(([name, values]) => [name, values[0]]));
  const others = fields.flatMap(([name, values]) => values.slice(1).map((value) => ({ ...first, [name]: value })));
  const optional = fields.map(([name]) => name).filter((name) => !shape.required?.includes(name));
  const without = optional.map((left) => Object.fromEntries(Object.entries(first).filter(([name]) => name !== left)));
  const { additionalProperties: more } = shape;
  const records =
    typeof more === 'object' ? variantsOf(more, root, depth + 1).map((value) => ({ ...first, key: value })) : [];
  return [first, ...others, ...without, ...records];
}

function arraysOf({ items = {}, prefixItems, minItems = 0 }: Shape, root: Shape, depth: number): unknown[] {
  if (prefixItems) return [prefixItems.map((item) => variantsOf(item, root, depth + 1)[0])];
  const values = variantsOf(items, root, depth + 1);
  // A single one first: the other fields of the answer are varied beside the first value.
  return [values.slice(0, Math.max(1, minItems)), values, ...(minItems > 0 ? [] : [[]])];
}

function plainOf(shape: Shape, type: string | undefined, root: Shape, depth: number): unknown[] {
  if (type === 'null') return [null];
  if (type === 'string') return textsOf(shape);
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') return numbersOf(shape);
  if (type === 'array') return arraysOf(shape, root, depth);
  if (type === 'object') return objectsOf(shape, root, depth);
  return ['anything', 5, null, { any: 'thing' }];
}

function variantsOf(shape: Shape, root: Shape, depth: number): unknown[] {
  if (depth > DEPTH_MAX) return [null];
  if (shape.$ref) {
    const name = shape.$ref.split('/').at(-1) ?? '';
    return variantsOf(root.$defs?.[name] ?? root.definitions?.[name] ?? root, root, depth + 1);
  }
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum) return shape.enum;
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.flatMap((choice) => variantsOf(choice, root, depth));
  if (shape.allOf) return objectsOf(Object.assign({}, ...shape.allOf) as Shape, root, depth);
  const types = [shape.type].flat();
  return types.flatMap((type) => plainOf(shape, type, root, depth));
}

/** Answers of an endpoint in which each choice of its schema is taken at least once: another type, null, left out, empty. */
export function answersOf({ response }: Endpoint): unknown[] {
  const shape = z.toJSONSchema(response as unknown as z.ZodType, { io: 'output', unrepresentable: 'any' }) as Shape;
  return variantsOf(shape, shape, 0);
}
