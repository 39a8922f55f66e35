import { expect, test } from 'vitest';
import { newEntriesPath, readNewEntries } from './entries-query.ts';

const segmentOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

test('what a screen hands over arrives', () => {
  const given = {
    client: 3,
    activity: 12,
    reference: 'PO & more/1',
    billableId: 77,
    billableType: 'shipment',
    backTo: '/f/outbound/77',
  } as const;
  expect(readNewEntries(segmentOf(newEntriesPath(given)))).toEqual(given);
});

test.each([
  ['client_id=0', 'client'],
  ['client_id=1x', 'client'],
  ['billable_type=order', 'billableType'],
  ['back_to=https://elsewhere.example/', 'backTo'],
  ['back_to=//elsewhere.example/', 'backTo'],
  ['back_to=/\\elsewhere.example', 'backTo'],
] as const)('%s is left out', (segment, name) => {
  expect(readNewEntries(segment)[name]).toBeUndefined();
});
