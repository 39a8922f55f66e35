// @vitest-environment jsdom
import type { Statement, StatementRow } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../../test/render.tsx';
import { CloseButton } from './close-button.tsx';
import { CloseManyDialog } from './close-many-dialog.tsx';

givenBrowser();
beforeAll(() =>
  givenSession({ timezone: 'America/New_York', currency: 'USD' }, { id: 5, is_main_user: true, is_su: true }),
);

const statement = (fields: object = {}) =>
  ({
    client: { id: 3, company: 'Kiwi Outfitters' },
    month: '2026-10',
    unbilled: 0,
    entries: 14,
    total: '1234.5',
    cannot_close: null,
    period: { is_closed: 0 },
    ...fields,
  }) as unknown as Statement;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));

it('closing says what is closed, and sends how much was known to be unbilled', async () => {
  show(<CloseButton statement={statement({ unbilled: 2 })} />);
  press('Close month');
  const text = screen.getByRole('dialog').textContent ?? '';
  for (const fact of ['Kiwi Outfitters', '14', '$1,234.50', '2']) expect(text).toContain(fact);
  const sent = answerWith({ body: { data: statement({ period: { is_closed: 1 } }) } });
  fireEvent.click(inDialog().getByRole('button', { name: 'Close without them' }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ unbilled: 2 }));
});

it('a month that cannot be closed says why and asks nothing', () => {
  const cannot_close = { reason: 'The month is not over', reason_key: '' };
  show(<CloseButton statement={statement({ cannot_close })} />);
  const button = screen.getByRole('button', { name: 'Close month' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const row = (client_id: number, company: string, unbilled: number) =>
  ({ client_id, company, unbilled, total: '10' }) as unknown as StatementRow;

it('of several clients only those without gaps are chosen, and those that were refused are named', async () => {
  const onClose = vi.fn();
  const clients = [row(1, 'Kestrel', 0), row(2, 'Harbor', 3), row(3, 'Kiwi', 0)];
  show(<CloseManyDialog month="2026-10" clients={clients} onClose={onClose} />);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect(['Kestrel', 'Harbor', 'Kiwi'].map((name) => box(name).checked)).toEqual([true, false, true]);
  fireEvent.click(box('Harbor'));
  const refused = { client_id: 2, result: 0, message: 'There is more to bill now', message_key: '' };
  const done = [1, 3].map((client_id) => ({ client_id, result: 1, message: '', message_key: '' }));
  const sent = answerWith({ body: { data: [...done, refused] } });
  press('Close for 3 clients');
  await waitFor(() => expect(inDialog().getByRole('alert').textContent).toBe('Harbor: There is more to bill now'));
  expect(onClose).not.toHaveBeenCalled();
  expect(sent[0]?.body).toMatchObject({ clients: [{ client_id: 1 }, { client_id: 2, unbilled: 3 }, { client_id: 3 }] });
});
