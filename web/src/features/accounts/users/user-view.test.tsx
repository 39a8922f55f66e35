// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, showAt } from '../../../test/render.tsx';
import { UserView } from './user-view.tsx';

givenBrowser();

const disabled = { id: 7, name: 'Ann Reed', email: 'ann@oak.test', is_active: false, is_main_user: true, lang: 'en' };
const run = { import_id: 4, file_name: 'orders.xlsx', rows: 9, done: 2, reason_key: '', reason: '' };

function open() {
  const sent = answerBy(({ path }) => {
    if (path.includes('/imports/failed')) return { body: { data: [run] } };
    return { body: { data: path.endsWith('/users/7') ? disabled : [] } };
  });
  showAt('/users/7/action/view', { '/users/$id/action/view': UserView });
  return sent;
}

it("a super user finds a disabled user's failed imports on their page", async () => {
  await givenSession({}, { id: 1, is_su: true, is_main_user: true, access: {} });
  open();
  expect(await screen.findByText('orders.xlsx')).toBeDefined();
});

it.each([
  ['without the history', {}],
  ['with the history', { trace_history: true }],
])('others do not, %s', async (_what, access) => {
  await givenSession({}, { id: 1, is_su: false, is_main_user: true, access });
  const sent = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Reed' })).toBeDefined();
  expect(sent.filter(({ path }) => path.includes('/imports/failed'))).toEqual([]);
});
