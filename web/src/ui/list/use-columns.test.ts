import { expect, test } from 'vitest';
import type { Column } from './list-types.ts';
import { shownColumns } from './use-columns.ts';

interface Row {
  name: string;
  email: string;
  weight: number;
}
const columns: Column<Row>[] = [
  { field: 'name', header: 'relations.company' },
  { field: 'email', header: 'relations.email' },
  { field: 'weight', header: 'licenses.weight', spare: true },
];

test.each([
  ['on a desktop all of them', {}, { isBelowDesktop: false }, 'name email weight'],
  ['below a desktop not the spare one', {}, { isBelowDesktop: true }, 'name email'],
  ['a spare one that was chosen', { weight: true }, { isBelowDesktop: true }, 'name email weight'],
  ['none that was hidden', { email: false, weight: false }, { isBelowDesktop: false }, 'name'],
  ['the title always', { name: false }, { isBelowDesktop: false }, 'name email weight'],
  ['the sorted one always', { email: false }, { isBelowDesktop: false, sorted: 'email' }, 'name email weight'],
])('shows %s', (_what, choice, { isBelowDesktop, sorted }: { isBelowDesktop: boolean; sorted?: string }, shown) => {
  const found = shownColumns(columns, choice, { isBelowDesktop, isSorted: (field) => field === sorted });
  expect(found.map(({ field }) => field).join(' ')).toBe(shown);
});
