// @vitest-environment jsdom
import type { ImportRun } from '@longshore/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerWith, givenBrowser, show } from '../../test/render.tsx';
import ImportDialog from './import-dialog.tsx';
import { rememberedImport, rememberImport } from './remembered-import.ts';

givenBrowser();

const RUN: ImportRun = {
  import_id: 9,
  type: 'Relation',
  file_name: 'customers.xlsx',
  state: 'done',
  reason: '',
  reason_key: '',
  rows: 3,
  done: 3,
  success: 3,
  created: 3,
  record_count: 3,
  records: [],
  errors: [],
  created_at: '2026-11-15T10:00:00.000Z',
};
const BAD = { row: 3, column: 'Email', value: 'x', message: 'Email address is invalid', key: 'EmailIsInvalid' };
const answer = (run: Partial<ImportRun>) => ({ body: { data: { ...RUN, ...run } } });
const target = { type: 'Relation' } as const;

function open() {
  const [onClose, onImported] = [vi.fn(), vi.fn()];
  show(<ImportDialog type="Relation" title="Import" clientId={4} onClose={onClose} onImported={onImported} />);
  return { onClose, onImported };
}
const choose = (name: string, size = 10, lastModified = 1) => {
  const file = new File(['x'], name, { lastModified });
  Object.defineProperty(file, 'size', { value: size });
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [file] } });
};
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));

it.each([
  ['customers.csv', 10, 'customers.csv is not an .xlsx file'],
  ['customers.xlsx', 21 * 1024 * 1024, 'customers.xlsx is larger than 20 MB'],
])('does not send %s of %d bytes', (name, size, problem) => {
  const sent = answerWith();
  open();
  choose(name, size);
  expect(screen.getByRole('alert').textContent).toContain(problem);
  expect(sent).toEqual([]);
});

it('shows what became of each row, and forgets the import when it is done', async () => {
  const sent = answerWith(answer({ success: 2, errors: [BAD] }));
  const { onClose, onImported } = open();
  choose('Customers.XLSX');
  await screen.findByText('customers.xlsx');
  expect(sent).toMatchObject([{ method: 'POST', path: '/api/v3/upload/excel/Relation' }]);
  expect(screen.getByRole('status').textContent).toContain('1row not imported');
  expect(screen.getByRole('row', { name: '3 Email x Email address is invalid' })).toBeDefined();
  expect(onImported).toHaveBeenCalledOnce();
  expect(rememberedImport(target)).toBeUndefined();
  press('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

it('says why a file is refused, and takes another', async () => {
  answerWith({ status: 400, body: { error_code: 10005 } }, answer({}));
  const { onImported } = open();
  choose('customers.xlsx');
  expect((await screen.findByRole('alert')).textContent).toContain('The file was not imported');
  expect(onImported).not.toHaveBeenCalled();
  choose('customers.xlsx');
  await screen.findByText('Every row was imported.');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends a file without an answer again under its key, until it is answered', async () => {
  const sent = answerWith(new Error('gone'), { status: 504, body: {} }, answer({}), answer({}));
  open();
  choose('customers.xlsx');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('It is not known whether customers.xlsx was imported');
  press('Try again');
  await waitFor(() => expect(sent).toHaveLength(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Every row was imported.');
  press('Upload another');
  choose('customers.xlsx');
  await waitFor(() => expect(sent).toHaveLength(4));
  const [first, second, third, fourth] = sent.map(({ key }) => key);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  await screen.findByText('Every row was imported.');
});

it.each([
  ['the same file', 1, true],
  ['a changed file of the same name', 2, false],
])(
  '%s, chosen in a dialog that is opened again, has the same key only if unchanged',
  async (_, lastModified, isSame) => {
    const sent = answerWith(new Error('gone'), answer({}));
    open();
    choose('customers.xlsx');
    await screen.findByRole('button', { name: 'Try again' });
    cleanup();
    open();
    choose('customers.xlsx', 10, lastModified);
    await screen.findByText('Every row was imported.');
    expect(sent[1]?.key === sent[0]?.key).toBe(isSame);
  },
);

it('asks before it is closed while it sends; staying goes on', async () => {
  let arrive = (_answer: ReturnType<typeof answer>) => {};
  answerWith(new Promise<ReturnType<typeof answer>>((done) => (arrive = done)));
  const { onClose } = open();
  choose('customers.xlsx');
  await screen.findByRole('progressbar');
  press('Close');
  await screen.findByText('Stop sending the file?');
  press('Keep sending');
  expect(screen.queryByText('Stop sending the file?')).toBeNull();
  press('Close');
  arrive(answer({}));
  await screen.findByText('Every row was imported.');
  expect(screen.queryByText('Stop sending the file?')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

it('stops the upload when its user leaves, and keeps its key for the same file', async () => {
  let arrive = (_answer: Error) => {};
  const sent = answerWith(new Promise<Error>((done) => (arrive = done)), answer({}));
  const stopped = vi.spyOn(XMLHttpRequest.prototype, 'abort');
  const { onClose } = open();
  choose('customers.xlsx');
  await screen.findByRole('progressbar');
  press('Close');
  fireEvent.click(await screen.findByRole('button', { name: 'Stop and leave' }));
  expect(stopped).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
  arrive(new Error('stopped'));
  cleanup();
  open();
  choose('customers.xlsx');
  await screen.findByText('Every row was imported.');
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it('follows a large import, also after it was closed and opened again', async () => {
  rememberImport(target, 9);
  const running = answer({ state: 'running', done: 1, success: 1 });
  const sent = answerWith(running, answer({}));
  const { onImported } = open();
  await screen.findByText('Rows: 1 of 3');
  await screen.findByText('Every row was imported.');
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill('/api/v3/upload/excel/imports/9'));
  expect(onImported).toHaveBeenCalledOnce();
});

it('forgets an import that this user cannot see', async () => {
  rememberImport(target, 9);
  answerWith({ status: 404, body: {} });
  open();
  await waitFor(() => expect(rememberedImport(target)).toBeUndefined());
  expect(screen.getByText('Drop an Excel file here')).toBeDefined();
});

it('resumes an import that stopped', async () => {
  const stopped = answer({ state: 'failed', done: 1, success: 1, reason: 'x', reason_key: 'TooLong:255' });
  const sent = answerWith(stopped, answer({}));
  open();
  choose('customers.xlsx');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The import stopped.');
  expect(rememberedImport(target)).toBe(9);
  press('Resume the import');
  await screen.findByText('Every row was imported.');
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v3/upload/excel/imports/9/resume' });
});

describe('orders have several rows', () => {
  const record = { title: 'SO-1', path: '/orders/customer/1', is_new: true };
  const orders = { type: 'Order', rows: 3, success: 3, created: 3, record_count: 2 } as const;
  const openOrders = () =>
    show(<ImportDialog type="Order" title="Import" clientId={4} onClose={vi.fn()} onImported={vi.fn()} />);

  it('the result says how many orders the rows became, and links to all of them', async () => {
    answerWith(answer({ ...orders, records: [2, 4].map((row) => ({ ...record, row })) }));
    openOrders();
    choose('orders.xlsx');
    expect((await screen.findByRole('status')).textContent).toBe('2orders from 3 rows');
    expect(screen.getAllByRole('link', { hidden: true })).toHaveLength(2);
    expect(screen.queryByText(/more/)).toBeNull();
  });

  it('one that was saved but not processed is among the imported ones, with its problem', async () => {
    const problem = { row: 2, column: 'AutoProcess', value: 'Y', message: 'saved, not processed', key: '' };
    answerWith(answer({ ...orders, errors: [{ ...problem, is_saved: true }] }));
    openOrders();
    choose('orders.xlsx');
    expect((await screen.findByRole('status')).textContent).toBe('2orders from 3 rows');
    expect(screen.getByRole('row', { name: /saved, not processed/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Download the/ })).toBeNull();
  });

  it('so does the progress of a large one', async () => {
    rememberImport({ type: 'Order' }, 9);
    answerWith(answer({ ...orders, state: 'running', rows: 900, done: 3 }));
    openOrders();
    await screen.findByText('Rows: 3 of 900, 2 orders so far');
  });
});
