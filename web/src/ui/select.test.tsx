// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldOf, givenBrowser, show } from '../test/render.tsx';
import { Dialog } from './dialog.tsx';
import { SelectField } from './form/fields.tsx';
import { moveOnEnter } from './form/form-keys.ts';
import { SCAN_REMOVED } from './scan/text-fields.ts';
import { Select, type SelectProps } from './select.tsx';

givenBrowser();

// jsdom has no layout: without this no field counts as visible, and Enter could not move the focus.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
});

const choices = [
  { value: '0', label: 'None' },
  { value: '1', label: 'UPS Ground' },
  { value: '2', label: 'UPS Express' },
  { value: '3', label: 'Canada Post' },
];

function Form({ onSet, onSubmit }: { onSet: (value: number) => void; onSubmit: () => void }) {
  const [value, setValue] = useState(0);
  const set = (next: number) => {
    setValue(next);
    onSet(next);
  };
  return (
    <form
      onKeyDown={moveOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SelectField {...fieldOf<number>(value, set)} label="relations.courier" choices={choices} />
      <input aria-label="Next" />
      <button type="submit">Save</button>
    </form>
  );
}

async function showForm() {
  const calls = { onSet: vi.fn(), onSubmit: vi.fn(), onClose: vi.fn() };
  show(
    <Dialog title="Edit" onClose={calls.onClose}>
      <Form {...calls} />
    </Dialog>,
  );
  const select = screen.getByRole<HTMLInputElement>('combobox');
  // The dialog has put the focus on its own first element.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  act(() => select.focus());
  return { ...calls, select, user: userEvent.setup() };
}

const isOpen = () => screen.queryByRole('option', { name: 'Canada Post' }) !== null;

describe('Select', () => {
  it('Enter opens the list and stays; Escape closes the list and not the dialog', async () => {
    const { user, select, onClose, onSubmit } = await showForm();
    expect(isOpen()).toBe(false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(isOpen()).toBe(true));
    expect(document.activeElement).toBe(select);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(document.activeElement).toBe(select);
    expect(onClose).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('letters replace the shown text and search, Enter chooses', async () => {
    const { user, select, onSet, onSubmit } = await showForm();
    expect(select.value).toBe('None');
    await user.keyboard('c');
    expect(select.value).toBe('c');
    await user.keyboard('{Enter}');
    expect(onSet).toHaveBeenLastCalledWith(3);
    await waitFor(() => expect(select.value).toBe('Canada Post'));
    // Over the value that was just chosen, with the list closed.
    await user.keyboard('express{Enter}');
    expect(onSet).toHaveBeenLastCalledWith(2);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(select);
  });

  it('Enter on the opened list keeps the value, arrows choose another', async () => {
    const { user, select, onSet } = await showForm();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(isOpen()).toBe(true));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(select.value).toBe('None');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onSet).toHaveBeenLastCalledWith(1);
  });

  it('Tab takes what was typed and moves on; text that names nothing is dropped', async () => {
    const { user, select, onSet } = await showForm();
    await user.keyboard('can{Tab}');
    expect(onSet).toHaveBeenLastCalledWith(3);
    expect(document.activeElement).toBe(screen.getByLabelText('Next'));
    await user.tab({ shift: true });
    await user.keyboard('zzz{Enter}{Tab}');
    expect(onSet).toHaveBeenCalledTimes(1);
    expect(select.value).toBe('Canada Post');
  });

  it('a scan that was taken out of it has opened nothing, and Tab chooses nothing', async () => {
    const { user, select, onSet } = await showForm();
    await user.keyboard('can');
    await waitFor(() => expect(isOpen()).toBe(true));
    act(() => void select.dispatchEvent(new Event(SCAN_REMOVED)));
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(document.activeElement).toBe(select);
    await user.tab();
    expect(onSet).not.toHaveBeenCalled();
    expect(select.value).toBe('None');
  });
});

interface OrderProps {
  drawOption: NonNullable<SelectProps['renderOption']>;
  onChoose: (chosen: string) => void;
}

function Order({ drawOption, onChoose }: OrderProps) {
  const [note, setNote] = useState('');
  return (
    <>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <Select
        label="Courier"
        data={choices.map(({ value, label }) => ({ value, label }))}
        value="0"
        renderOption={drawOption}
        onChange={(value) => onChoose(`${value} ${note}`)}
      />
    </>
  );
}

it('a key in another field does not draw its options again, and what is chosen goes to the newest form', async () => {
  const drawOption = vi.fn<OrderProps['drawOption']>(({ option }) => option.label);
  const onChoose = vi.fn();
  show(<Order drawOption={drawOption} onChoose={onChoose} />);
  const user = userEvent.setup();
  const before = drawOption.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'came wet');
  expect(drawOption.mock.calls.length).toBe(before);
  await user.click(screen.getByRole('combobox', { name: 'Courier' }));
  await user.click(await screen.findByRole('option', { name: 'UPS Express' }));
  expect(onChoose.mock.calls).toEqual([['2 came wet']]);
});
