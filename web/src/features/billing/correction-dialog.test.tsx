// @vitest-environment jsdom
import type { Entry } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';

givenBrowser();
beforeAll(() => givenSession({ timezone: 'America/New_York', currency: 'USD' }, { id: 5, is_main_user: true }));

const entry = (fields: object = {}) =>
  ({
    id: 40,
    meta_name: 'Pick',
    bill_date: '2026-10-05',
    quantity: '3',
    price: '0.0041',
    total: '0.0123',
    corrected_by: [],
    corrects: null,
    ...fields,
  }) as unknown as Entry;
/** Required fields have a star behind their label. */
const field = (label: string) => screen.queryByLabelText(new RegExp(`^${label}( \\*)?$`));
function type(label: string, value: string): void {
  const typed = field(label);
  if (!typed) throw new Error(`There is no field ${label}.`);
  fireEvent.change(typed, { target: { value } });
}

it('shows the exact difference while the right figures are typed, and sends them', async () => {
  const onClose = vi.fn();
  show(<CorrectionDialog entry={entry()} onClose={onClose} />);
  expect(screen.getByText('Difference $0.00')).toBeDefined();
  type('Right quantity', '5');
  expect(screen.getByText('Difference $0.0082')).toBeDefined();
  type('Right price', '2');
  expect(screen.getByText('Difference $9.9877')).toBeDefined();
  const sent = answerWith({ body: { data: [{ bill_date: '2026-11-01' }] } });
  fireEvent.click(screen.getByRole('button', { name: 'Correct' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]).toMatchObject({ method: 'POST', body: { quantity: '5', price: '2' } });
  expect(sent[0]?.path).toContain('/40/');
});

it('a quantity of 0 takes the whole entry back', () => {
  show(<CorrectionDialog entry={entry({ quantity: '2', price: '10', total: '20' })} onClose={() => {}} />);
  type('Right quantity', '0');
  expect(screen.getByText('Difference −$20.00')).toBeDefined();
});

it('an entry that was corrected already is not corrected again', () => {
  const made = { id: 41, bill_date: '2026-11-01', total: '-0.01' };
  show(<CorrectionDialog entry={entry({ corrected_by: [made] })} onClose={() => {}} />);
  expect(screen.getByText(/was corrected already/)).toBeDefined();
  expect(field('Right quantity')).toBeNull();
});
