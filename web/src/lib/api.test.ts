import { api } from '@longshore/contract';
import { afterEach, expect, test } from 'vitest';
import { keyOf, queryClient, remember } from './api.ts';

afterEach(() => queryClient.clear());

test('an older read that arrives after the answer of a write does not replace it', async () => {
  const input = { params: { id: 7 } };
  const queryKey = keyOf(api.shipments.get, input);
  queryClient.setQueryData(queryKey, 'first');
  let arrive = (_read: string) => {};
  const queryFn = () =>
    new Promise<string>((done) => {
      arrive = done;
    });
  const read = queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 });
  remember(api.shipments.get, input, 'answer' as never);
  arrive('older');
  await read;
  expect(queryClient.getQueryData(queryKey)).toBe('answer');
});
