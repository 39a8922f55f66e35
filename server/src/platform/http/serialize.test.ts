import { endpoint } from '@longshore/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializerOf } from './serialize.ts';

const Flag = z.union([z.literal(0), z.literal(1)]);
const Part = z.object({ lot: z.string(), expire: z.iso.date().nullable() });
const answered = endpoint({
  method: 'GET',
  path: '/serialized',
  access: 'user',
  summary: 'An answer of every shape',
  response: z.object({
    flag: Flag,
    flags: z.array(Flag.nullable()),
    count: z.number().int().nullable(),
    type: z.enum(['inbound', 'outbound']).nullable(),
    part: Part.nullable(),
    parts: z.array(Part).nullable(),
    either: z.union([Part, z.object({ serial: z.number() })]),
    mixed: z.union([z.string(), z.number()]).nullable(),
    cause: z
      .discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })])
      .nullable(),
    // Named as a keyword of the schema that it is serialized by.
    anyOf: z.array(z.string()),
  }),
});
const inProduction = serializerOf(answered as never, false);

const part = { lot: 'L "1"', expire: '2026-11-16' };
const full = {
  flag: 1,
  flags: [0, 1, null],
  count: 3,
  type: 'outbound',
  part,
  parts: [part, { ...part, expire: null }],
  either: { serial: 7 },
  mixed: 'text',
  cause: { type: 'b' },
  anyOf: ['a'],
};
const empty = {
  flag: 0,
  flags: [],
  count: null,
  type: null,
  part: null,
  parts: null,
  either: part,
  mixed: null,
  cause: null,
  anyOf: [],
};

test.each([{ answer: full }, { answer: empty }, { answer: { ...full, mixed: 5 } }])('serializes %j', ({ answer }) => {
  expect(JSON.parse(inProduction(answer))).toEqual(answer);
});

test('drops what the contract does not declare', () => {
  const answer = { ...full, secret: 1, part: { ...part, secret: 2 } };
  expect(JSON.parse(inProduction(answer))).toEqual(full);
});
