import { expect, test } from 'vitest';
import { api, events } from './index.ts';

const reads = new Set<unknown>(
  Object.values(api).flatMap((group) => Object.values(group).filter(({ reads }) => reads)),
);

test.each(Object.entries(events))('%s names answers of the API that it changes, each once', (_, { changes }) => {
  const endpoints = changes.map((change) => ('method' in change ? change : change.endpoint));
  for (const endpoint of endpoints) expect(reads.has(endpoint), endpoint.path).toBe(true);
  expect(new Set(endpoints).size).toBe(endpoints.length);
});

test('an id is looked for only where the endpoint has it', () => {
  for (const { changes } of Object.values(events))
    for (const change of changes) {
      if ('method' in change || change.by === null) continue;
      // The session is of whoever reads it; the screens supply the id.
      if (change.endpoint === api.session.boot) continue;
      const { params, query } = change.endpoint;
      expect([
        ...Object.keys(params),
        ...Object.keys((query as { shape?: object } | undefined)?.shape ?? {}),
      ]).toContain(change.by);
    }
});
