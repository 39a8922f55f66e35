// @vitest-environment jsdom
import {
  type InventoryOption,
  type OrderRow,
  type OrderType,
  type Relation,
  relationTypeOf,
} from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith, fieldOf, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { AddressField } from './address-field.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import type { DraftLine } from './draft-lines.ts';
import { LineEditor } from './line-editor.tsx';
import { draftOf, draftSchema, type OrderDraft } from './order-draft.ts';
import { DraftTotals } from './order-totals.tsx';
import { relationLabel } from './order-words.ts';
import { RelationSearch } from './relation-search.tsx';
import { useDraftWeight } from './use-draft-weight.ts';

givenBrowser();
// Amounts are shown in the currency of the session, whichever file ran before.
beforeEach(() => givenSession({ currency: 'USD' }));

const option = (id: number, sku: string, upc = ''): InventoryOption =>
  ({
    inventory: { id, type: 'Item', sku, name: `Item ${sku}`, upc, barcode_1: '', barcode_2: '', selling: 2.5, cost: 1 },
    title: sku,
    description: '',
    available: 10,
  }) as unknown as InventoryOption;
const found = (...options: InventoryOption[]) => ({ body: { data: options } });

function Lines({ onSave }: { onSave: (draft: OrderDraft) => void }) {
  const form = useRecordForm({
    draft: null,
    schema: draftSchema(undefined),
    initial: draftOf(undefined),
    save: async (draft) => onSave(draft),
    onSaved: () => {},
  });
  return (
    <>
      <LineEditor form={form} type="Customer Order" clientId={1} />
      <DraftTotals draft={form.values} weight="4.2 kg" />
      <button type="button" onClick={() => void form.submit()}>
        Save
      </button>
      <output>{form.problems.map(({ message }) => message).join(' ')}</output>
    </>
  );
}

const picker = () => screen.getByLabelText<HTMLInputElement>('Find or scan an item');
const quantity = (sku: string) => screen.getByLabelText<HTMLInputElement>(`Quantity of ${sku}`);
const alertText = () => document.querySelector('[role=alert]')?.textContent;
function scan(field: HTMLInputElement, text: string) {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

it('a scan adds a line and leaves the focus in the search, and Enter in a quantity returns there', async () => {
  answerWith(found(option(1, 'OAK-1')), found(option(2, 'ELM-2')));
  show(<Lines onSave={() => {}} />);
  picker().focus();
  scan(picker(), 'oak-1');
  await waitFor(() => expect(quantity('OAK-1')).toBeDefined());
  expect(document.activeElement).toBe(picker());
  quantity('OAK-1').focus();
  fireEvent.change(quantity('OAK-1'), { target: { value: '12' } });
  fireEvent.keyDown(quantity('OAK-1'), { key: 'Enter' });
  expect(document.activeElement).toBe(picker());
  scan(picker(), '3*ELM-2');
  await waitFor(() => expect(quantity('ELM-2').value).toBe('3'));
  expect(document.activeElement).toBe(picker());
  // 12 × 2.50 + 3 × 2.50, and two units more than the ten in stock.
  expect(screen.getByText('2 more than available')).toBeDefined();
  expect(screen.getAllByText('37.50').length).toBeGreaterThan(0);
});

it('a scan before the one before is answered adds its line too', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    async (_: string, { body }: RequestInit) =>
      new Promise<Response>((resolve) => {
        const { search } = JSON.parse(String(body));
        answers.push(() =>
          resolve(Response.json({ data: [option(search === 'OAK-1' ? 1 : 2, search)], state: 'success' })),
        );
      }),
  );
  show(<Lines onSave={() => {}} />);
  scan(picker(), 'OAK-1');
  scan(picker(), 'ELM-2');
  for (let at = 0; at < 2; at++) {
    await waitFor(() => expect(answers.length).toBeGreaterThan(at));
    answers[at]?.();
  }
  await waitFor(() => expect(quantity('ELM-2')).toBeDefined());
  expect(screen.getAllByLabelText(/^Quantity of/)).toHaveLength(2);
});

it('a scan that only resembles items is refused above the lines, until one is found', async () => {
  const similar = found(option(1, 'OAK-1'), option(2, 'OAK-2'));
  answerWith(similar, { body: { data: [] } }, { body: { data: [] } }, found(option(1, 'OAK-1')));
  show(<Lines onSave={() => {}} />);
  scan(picker(), 'OAK');
  await waitFor(() => expect(alertText()).toContain('No item has exactly the code OAK. Choose one from the list.'));
  scan(picker(), 'ASH');
  await waitFor(() => expect(alertText()).toContain('Nothing here has the code ASH. Scan an item.'));
  scan(picker(), 'OAK-1');
  await waitFor(() => expect(quantity('OAK-1')).toBeDefined());
  await waitFor(() => expect(alertText()).toBeUndefined());
});

it('the same item again is ignored, and it is said on which line it is', async () => {
  answerWith(
    found(option(1, 'OAK-1', '0036000291452')),
    found(option(2, 'ELM-2')),
    found(option(1, 'OAK-1', '0036000291452')),
  );
  show(<Lines onSave={() => {}} />);
  scan(picker(), 'OAK-1');
  await waitFor(() => expect(quantity('OAK-1')).toBeDefined());
  fireEvent.change(quantity('OAK-1'), { target: { value: '4' } });
  fireEvent.keyDown(quantity('OAK-1'), { key: 'Enter' });
  scan(picker(), 'ELM-2');
  await waitFor(() => expect(quantity('ELM-2')).toBeDefined());
  scan(picker(), '0036000291452');
  await waitFor(() => expect(alertText()).toContain('OAK-1 is on line 1 already.'));
  expect(document.activeElement).toBe(picker());
  expect(quantity('ELM-2').value).toBe('1');
  expect(quantity('OAK-1').value).toBe('4');
  expect(screen.getAllByLabelText(/^Quantity of/)).toHaveLength(2);
});

it('names the line of a quantity that is none, beside the field too', async () => {
  answerWith(found(option(1, 'OAK-1')));
  const onSave = vi.fn();
  show(<Lines onSave={onSave} />);
  scan(picker(), 'OAK-1');
  await waitFor(() => expect(quantity('OAK-1')).toBeDefined());
  fireEvent.change(quantity('OAK-1'), { target: { value: '0' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Invalid line quantity 1');
  expect(quantity('OAK-1').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('status', { hidden: true }).textContent).toContain('InvalidLineQuantityAt:1');
  expect(onSave).not.toHaveBeenCalled();
});

it('Enter chooses the relation whose account was typed, without waiting for the list', async () => {
  const relation = (id: number, name: string, account: string) => ({
    id,
    title: name,
    description: account,
    relation: { id, name, account } as Relation,
  });
  const sent = answerWith({ body: { data: [relation(1, 'Oak & Ember', 'KC-10'), relation(2, 'Oak', 'KC-1')] } });
  const onPick = vi.fn();
  show(
    <RelationSearch
      {...fieldOf(0, () => {})}
      label="orders.customer"
      type="customer"
      clientId={7}
      name=""
      onPick={onPick}
    />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Customer');
  scan(field, 'kc');
  scan(field, 'kc-1');
  await waitFor(() => expect(onPick).toHaveBeenCalledWith({ id: 2, name: 'Oak', account: 'KC-1' }));
  // Two characters ask for nothing.
  expect(sent.map(({ body }) => body)).toEqual([{ type: 'customer', cid: 7, search: 'kc-1' }]);
});

function ShipTo({ type }: { type: OrderType }) {
  const form = useRecordForm({
    draft: null,
    schema: draftSchema(undefined),
    initial: draftOf(undefined),
    save: async () => {},
    onSaved: () => {},
  });
  return (
    <AddressField form={form} side="shipping" type={type} order={undefined} addresses={undefined} onEdit={() => {}} />
  );
}

it.each([
  ['Customer Order', 'customer'],
  ['Customer Return', 'customer'],
  ['Vendor Order', 'vendor'],
  ['Vendor Return', 'vendor'],
] as const)('the form of a %s calls its relation the %s everywhere', async (type, word) => {
  answerWith({ body: { data: [] } });
  show(
    <>
      <ShipTo type={type} />
      <RelationSearch
        {...fieldOf(0, () => {})}
        label={relationLabel(type)}
        type={relationTypeOf(type)}
        clientId={7}
        name=""
        onPick={() => {}}
      />
    </>,
  );
  expect(screen.getByPlaceholderText(`Choose the ${word} first`)).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${word}$`, 'i'));
  fireEvent.change(field, { target: { value: 'nobody' } });
  await screen.findByText(`No active ${word} found for “nobody”`);
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, reference: `SO-${index + 1}` })) as OrderRow[];

function Weight({ lines }: { lines: DraftLine[] }) {
  return <output>{useDraftWeight(lines)}</output>;
}

it('the form shows what the lines weigh, or a dash when the weight of one was never entered', async () => {
  await givenSession({ measure: 'metric' });
  const line = (inventory_id: number, quantity: number) => ({ inventory_id, quantity }) as DraftLine;
  const weights = (...known: (number | null)[]) => ({
    body: { data: known.map((weight, at) => ({ id: at + 1, weight })) },
  });
  const sent = answerWith(weights(0.27, 1.5), weights(0.27, 1.5, null));
  const { rerender } = show(<Weight lines={[]} />);
  expect(screen.getByRole('status').textContent).toBe('0 kg');
  rerender(<Weight lines={[line(2, 3), line(1, 10)]} />);
  await screen.findByText('7.2 kg');
  rerender(<Weight lines={[line(1, 10), line(2, 1000)]} />);
  await screen.findByText('1,502.7 kg');
  rerender(<Weight lines={[line(1, 10), line(2, 1), line(3, 1)]} />);
  await screen.findByText('–');
  // The same items in another order, or in other quantities, are not read again.
  expect(sent.map(({ body }) => body)).toEqual([{ ids: [1, 2] }, { ids: [1, 2, 3] }]);
});

it('a batch is sent in parts, and says which orders could not be processed', async () => {
  const failure = {
    id: 6,
    failed_reference: 'SO-6',
    failed_reason: 'x',
    failed_reason_key: '40002:ShortItem:OAK-1\t2\t1',
    available: 1,
  };
  const sent = answerWith({ body: { data: [] } }, { body: { data: [failure] } }, { body: { data: [] } });
  const onClose = vi.fn();
  show(<BatchDialog orders={rows(7)} onClose={onClose} />);
  // Open while it runs: Escape does nothing, and there is nothing to close it with.
  fireEvent.keyDown(screen.getByRole('progressbar'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  for (const close of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Close' }))
    expect(close.disabled).toBe(true);
  await screen.findByText('1 order could not be processed');
  expect(screen.getByText('SO-6')).toBeDefined();
  expect(screen.getByText(/^Insufficient quantity/)).toBeDefined();
  expect(screen.getByText('6 orders were processed.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ship the 1 available' }));
  await screen.findByText('1 order was processed.');
  expect(sent.filter(({ path }) => path.includes('processing')).map(({ body }) => body)).toEqual([
    { orderIDs: [1, 2, 3, 4, 5], available: 0 },
    { orderIDs: [6, 7], available: 0 },
    { orderIDs: [6], available: 1 },
  ]);
});

it('a batch stops at a call that fails as a whole', async () => {
  const sent = answerWith({ body: { data: [] } }, { status: 500, body: { message: 'x' } });
  show(<BatchDialog orders={rows(12)} onClose={() => {}} />);
  await screen.findByText(/Orders that were not reached are as they were/);
  expect(screen.getByText('5 orders were processed.')).toBeDefined();
  expect(sent.filter(({ path }) => path.includes('processing'))).toHaveLength(2);
});
