// @vitest-environment jsdom
import type { Bucket } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerBy, answerWith, givenBrowser, givenSession, type Sent, show } from '../../../test/render.tsx';
import { press } from '../../../test/scanner.ts';
import { AddSerials } from './add-serials.tsx';
import { SplitDialog } from './split-dialog.tsx';

givenBrowser();
beforeEach(() => givenSession({}, { id: 5, is_main_user: true, is_su: true }));

const bucket = (...serials: string[]) =>
  ({ id: 4, lead: serials[0], serials: serials.map((serial, at) => ({ id: at + 1, serial })) }) as unknown as Bucket;

function scan(code: string): void {
  for (const key of [...code, 'Enter']) press(key);
}
const added = ({ method, body }: Sent) => (method === 'POST' ? [(body as { serial: string }).serial] : []);
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('serials that are scanned while the first one is still saved are all added, in order and once', async () => {
  let answerFirst = () => {};
  const slow = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const sent = answerBy(async (call) => {
    const known = sent.flatMap(added);
    if (known.length === 1) await slow;
    return call.method === 'POST' ? { body: { data: bucket('A-1', ...known) } } : { body: { data: bucket('A-1') } };
  });
  show(<AddSerials bucket={bucket('A-1')} onClose={() => {}} />);
  const field = screen.getByLabelText(/^Scan a serial number/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  for (const serial of ['A-2', 'A-3', 'A-4']) scan(serial);
  const log = within(screen.getByRole('list', { name: 'Added just now' }));
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(3));
  answerFirst();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(3));
  expect(sent.flatMap(added)).toEqual(['A-2', 'A-3', 'A-4']);
  const keys = sent.flatMap((call) => (added(call).length ? [call.key] : []));
  expect(new Set(keys).size).toBe(3);
  expect(document.activeElement).toBe(field);
});

it('a serial that is refused is named with the reason, and the next one is added', async () => {
  const refusal = { status: 422, body: { errors: { serial: ['x'] }, keys: { serial: ['SerialIsTaken:A-2'] } } };
  show(<AddSerials bucket={bucket('A-1')} onClose={() => {}} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Scan a serial number/)));
  const sent = answerBy(() => (sent.flatMap(added).length === 1 ? refusal : { body: { data: bucket('A-1', 'A-3') } }));
  scan('A-2');
  await screen.findByText(/^A-2: /);
  scan('A-3');
  await waitFor(() => expect(sent.flatMap(added)).toEqual(['A-2', 'A-3']));
});

it('a split names an unknown and a repeated serial, and never takes all of the bucket', async () => {
  const onSplit = vi.fn();
  show(<SplitDialog bucket={bucket('A-1', 'A-2', 'A-3')} onSplit={onSplit} onClose={() => {}} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Scan a serial to split off/)));
  expect(button('Split off 0').disabled).toBe(true);
  scan('B-9');
  await screen.findByText(/B-9/);
  scan('a-2');
  await screen.findByText('A-2 goes along');
  scan('A-2');
  await screen.findByText('A-2 is chosen already');
  for (const serial of ['A-1', 'A-3']) scan(serial);
  await waitFor(() => expect(button('Split off 3').disabled).toBe(true));
  fireEvent.click(button('A-1'));
  const part = bucket('A-2', 'A-3');
  const sent = answerWith({ body: { data: part } }, { body: { data: bucket('A-1') } });
  fireEvent.click(button('Split off 2'));
  await waitFor(() => expect(onSplit).toHaveBeenCalledWith(part));
  expect(sent[0]?.body).toEqual({ serials: ['A-2', 'A-3'] });
});
