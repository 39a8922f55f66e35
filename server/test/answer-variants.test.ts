import { isDeepStrictEqual } from 'node:util';
import { api } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { serializerOf } from '../src/platform/http/serialize.ts';
import { listEndpoints } from './access/endpoints.ts';
import { answersOf } from './answer-variants.ts';

const lines = listEndpoints(api).filter(({ endpoint }) => !endpoint.file);

describe.each(lines)('$name', ({ endpoint }) => {
  test('serializes every variant of its answer in production as the contract says', () => {
    const [checked, inProduction] = [serializerOf(endpoint, true), serializerOf(endpoint, false)];
    const answers = answersOf(endpoint);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const expected: unknown = JSON.parse(checked(answer));
      const serialized: unknown = JSON.parse(inProduction(answer));
      // Comparing with `expect` every time took most of a minute.
      if (!isDeepStrictEqual(serialized, expected)) expect(serialized).toEqual(expected);
    }
  });
});
