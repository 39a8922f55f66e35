// @vitest-environment jsdom
import { api, required, Stamp } from '@longshore/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { handledByForm, useRecordForm } from './use-record-form.ts';

givenBrowser();

const Named = z.object({ name: required('CompanyNameIsRequired'), updated_at: Stamp });
const THEIRS = { name: 'Theirs', updated_at: '2026-11-15T10:00:00.000Z' };

function NameForm({ onSaved, onClose }: { onSaved: (saved: unknown) => void; onClose: () => void }) {
  const update = useWrite(api.relations.update, handledByForm);
  const form = useRecordForm({
    draft: 'relation 1',
    schema: Named,
    initial: { name: 'Before', updated_at: '2026-11-15T09:00:00.000Z' },
    save: (body) => update.mutateAsync({ params: { id: 1 }, body: body as never }),
    reload: async () => THEIRS,
    onSaved,
  });
  return (
    <FormDialog form={form} title="A relation" onClose={onClose}>
      <TextField {...form.field('name')} label="relations.company" />
    </FormDialog>
  );
}

function open() {
  const [onSaved, onClose] = [vi.fn(), vi.fn()];
  show(<NameForm onSaved={onSaved} onClose={onClose} />);
  return { onSaved, onClose };
}
/** A write of another part of the screen, without a draft. */
function OtherWrite() {
  const write = useWrite(api.relations.create);
  const send = () => write.mutateAsync({ body: { type: 'customer', name: 'Other' } as never }).catch(() => {});
  return (
    <button type="button" onClick={send}>
      Send the other
    </button>
  );
}
const name = () => screen.getByRole<HTMLInputElement>('textbox');
const type = (text: string) => fireEvent.change(name(), { target: { value: text } });
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));

it('sends nothing that the contract refuses, and names the field', async () => {
  const sent = answerWith();
  open();
  type(' ');
  press('Save');
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toContain('Company');
  expect(sent).toEqual([]);
});

it('puts a 422 beside its field', async () => {
  answerWith({ status: 422, body: { errors: { name: ['taken'] }, keys: { name: ['NotAChoice:x'] } } });
  const { onSaved } = open();
  type('New');
  press('Save');
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'));
  expect(onSaved).not.toHaveBeenCalled();
});

it('shows every message of a field, beside it and in the list', async () => {
  const [reserved, choice] = ['is reserved', 'NotAChoice:x'];
  answerWith({ status: 422, body: { errors: { name: [reserved, 'taken'] }, keys: { name: ['', choice] } } });
  open();
  type('New');
  press('Save');
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'));
  const listed = [...screen.getByRole('alert').querySelectorAll('li')].map(({ textContent }) => textContent);
  const second = listed[1]?.replace('Company: ', '') ?? '';
  expect(listed).toEqual(['Company: is reserved', expect.stringContaining('x')]);
  const beside = document.getElementById(name().getAttribute('aria-describedby') ?? '');
  expect(beside?.textContent).toBe(`is reserved\n${second}`);
});

it('after a 409 keeps mine on top of theirs', async () => {
  const sent = answerWith({ status: 409, body: {} }, { body: { data: { id: 1 } } });
  const { onSaved } = open();
  type('Mine');
  press('Save');
  await screen.findByText('Someone else changed this record');
  press('Keep editing mine');
  await waitFor(() => expect(screen.queryByText('Someone else changed this record')).toBeNull());
  press('Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent[1]?.body).toEqual({ name: 'Mine', updated_at: THEIRS.updated_at });
});

it('after a 409 takes theirs', async () => {
  answerWith({ status: 409, body: {} });
  open();
  type('Mine');
  press('Save');
  await screen.findByText('Someone else changed this record');
  press('Reload, drop my changes');
  await waitFor(() => expect(name().value).toBe('Theirs'));
});

it('an unanswered write is tried again under the same key', async () => {
  const sent = answerWith(new Error('gone'), new Error('gone'), { body: { data: { id: 1 } } });
  const { onSaved } = open();
  type('New');
  press('Save');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ id: 1 }));
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

describe('a draft that was sent without an answer', () => {
  const GONE = new Error('gone');
  const SAVED = { body: { data: { id: 1 } } };
  /** What stays of a form after a reload is its draft. */
  async function sendAndReload(...answers: Parameters<typeof answerWith>) {
    await givenSession({}, { id: 31 });
    const sent = answerWith(...answers);
    open();
    type('New');
    press('Save');
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
    cleanup();
    const { onSaved } = open();
    await waitFor(() => expect(name().value).toBe('New'));
    return { sent, onSaved };
  }

  it('keeps no key of a write that another form sends meanwhile', async () => {
    await givenSession({}, { id: 31 });
    const sent = answerWith(new Promise(() => {}), GONE, GONE);
    open();
    show(<OtherWrite />);
    type('New');
    press('Save');
    await waitFor(() => expect(sent).toHaveLength(1));
    press('Send the other');
    await waitFor(() => expect(sent.length).toBeGreaterThan(1));
    const kept = JSON.stringify(localStorage);
    expect([kept.includes(sent[0]?.key ?? ''), kept.includes(sent[1]?.key ?? '')]).toEqual([true, false]);
  });

  it('is saved under its key when it is restored, and leaves nothing', async () => {
    const { sent, onSaved } = await sendAndReload(GONE, GONE, SAVED);
    press('Save');
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ id: 1 }));
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(JSON.stringify(localStorage)).not.toContain(sent[0]?.key);
  });

  it('has a new key when it was changed', async () => {
    const { sent, onSaved } = await sendAndReload(GONE, GONE, SAVED);
    type('Newer');
    press('Save');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('has a new key when it was refused', async () => {
    const { sent, onSaved } = await sendAndReload({ status: 422, body: { errors: { name: ['x'] } } }, SAVED);
    press('Save');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

it('asks before changes are lost, and only then', () => {
  const { onClose } = open();
  type('Changed');
  press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  press('Keep editing');
  type('Before');
  press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});

it('says why a record cannot be deleted, instead of asking again', async () => {
  const sent = answerWith({ status: 422, body: { errors: { id: ['x'] }, keys: { id: ['HasStock:3'] } } });
  const deleted = vi.fn();
  show(
    <DeleteDialog
      endpoint={api.locations.remove}
      input={{ params: { id: 4 } }}
      title="Delete A-01"
      text="Delete it?"
      onDeleted={deleted}
      onClose={() => {}}
    />,
  );
  expect(sent).toEqual([]);
  press('Delete');
  await waitFor(() => expect(screen.queryByText('Delete it?')).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  expect(deleted).not.toHaveBeenCalled();
  expect(sent).toMatchObject([{ method: 'DELETE' }]);
});
