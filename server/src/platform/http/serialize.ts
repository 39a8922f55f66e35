import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@longshore/contract';
import fastJson from 'fast-json-stringify';
import { z } from 'zod';
import { Problem } from './problem.ts';

export type Serialize = (answer: unknown) => string;

/** An answer as it is sent and as it is stored under an idempotency key: serialized once. */
export class Serialized {
  constructor(readonly text: string) {}
}

/**
 * A field of an answer that is JSON already. Many rows are turned into it as they are read, a few at a time: kept as
 * values until the end, they would cost the garbage collector more than everything else.
 */
class JsonText {
  constructor(readonly text: string) {}
}

/** The text in the place of the value that it is. */
export const asJson = <Value>(text: string): Value => new JsonText(text) as Value;

type Fields = Record<string, unknown>;

const jsonFields = (answer: unknown): [string, JsonText][] =>
  typeof answer === 'object' && answer !== null
    ? Object.entries(answer).filter((field): field is [string, JsonText] => field[1] instanceof JsonText)
    : [];

/** Serializes what is not JSON already, and puts the texts in. */
function withTexts(answer: unknown, serialize: Serialize): string {
  const fields = jsonFields(answer);
  if (!fields.length) return serialize(answer);
  const places = fields.map(([name, { text }]) => ({ name, text, mark: randomUUID() }));
  const marked = Object.fromEntries(places.map(({ name, mark }) => [name, mark]));
  return places.reduce(
    (text, { mark, text: json }) => text.replace(`"${mark}"`, () => json),
    serialize({ ...(answer as Fields), ...marked }),
  );
}

/** The values of the texts, so that they can be checked. */
const withValues = (answer: unknown): unknown => {
  const fields = jsonFields(answer);
  if (!fields.length) return answer;
  const values = Object.fromEntries(fields.map(([name, { text }]) => [name, JSON.parse(text)]));
  return { ...(answer as Fields), ...values };
};

interface Shape extends Record<string, unknown> {
  type?: string | string[];
  anyOf?: Shape[];
  items?: Shape | Shape[];
  enum?: unknown[];
  const?: unknown;
}

/** A shape that also takes null. The validator of a choice takes only what is listed, so null is listed too. */
function nullable({ const: only, ...shape }: Shape): Shape {
  const listed = only === undefined ? shape.enum : [only];
  return { ...shape, nullable: true, ...(listed ? { enum: [...listed, null] } : {}) };
}

/** Serialized as it is: it has no fields that could be undeclared. */
const anything: Shape = {};
const isAnything = (shape: unknown) =>
  typeof shape === 'object' && shape !== null && !Array.isArray(shape) && Object.keys(shape).length === 0;
const isScalar = ({ type }: Shape) => type !== undefined && type !== 'object' && type !== 'array';

/** A choice of types alone is written as a list of them. */
function typesAsChoice(shape: Shape): Shape {
  const { type: types, ...rest } = shape;
  return Array.isArray(types) ? { ...rest, anyOf: types.map((type) => ({ type })) } : shape;
}

/** One shape for a choice that needs no decision, or undefined. */
function withoutChoice(alternatives: readonly Shape[]): Shape | undefined {
  const values = alternatives.filter(({ type }) => type !== 'null');
  const [first] = values;
  const areScalars = values.every(isScalar);
  const isOneType = areScalars && values.every(({ type }) => type === first?.type);
  if (areScalars && !isOneType) return anything;
  const one = values.length === 1 ? first : isOneType ? { type: first?.type } : undefined;
  // A choice within a choice has no type that could be nullable.
  if (!one?.type) return undefined;
  return values.length < alternatives.length ? nullable(one as Shape) : (one as Shape);
}

/**
 * Without choices that need no decision: a flag is a number, whichever it is, a value or null is a nullable value, and a
 * text or a number, such as a cell of a report, is whatever it is. The serializer would try a validator on every
 * alternative, which took as long as everything else it does, and of a report ten times as long. Lists of such values,
 * and lists of those, are then serialized in one piece.
 */
function withoutChoices(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(withoutChoices);
  if (typeof shape !== 'object' || shape === null) return shape;
  const plain = Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, withoutChoices(part)])) as Shape;
  if (plain.type === 'array' && isAnything(plain.items)) return anything;
  const { anyOf, ...rest } = typesAsChoice(plain);
  const one = Array.isArray(anyOf) ? withoutChoice(anyOf) : undefined;
  return one ? { ...rest, ...one } : plain;
}

/**
 * How an endpoint's answer is serialized. In production by shape: twice as fast as validating, and undeclared fields
 * are dropped. In tests and development the answer is validated, so that the shape is never wrong. The code of a shape
 * is made for its first answer: making that of every endpoint took a third of a start, and memory for many that an
 * installation never calls.
 */
export function serializerOf(endpoint: Endpoint, check: boolean): Serialize {
  const schema = endpoint.response as unknown as z.ZodType;
  if (check)
    return (answer) => {
      const result = schema.safeParse(withValues(answer));
      if (!result.success)
        throw new Problem(
          500,
          `${endpoint.method} ${endpoint.path} answered off its contract: ${z.prettifyError(result.error)}`,
        );
      return JSON.stringify(result.data);
    };
  let byShape: Serialize | undefined;
  return (answer) => {
    byShape ??= shapeSerializer(schema);
    return withTexts(answer, byShape);
  };
}

function shapeSerializer(schema: z.ZodType): Serialize {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
  return fastJson(withoutChoices(shape) as never);
}
