// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { fieldOf, givenBrowser, show } from '../../test/render.tsx';
import { EmailsField } from './emails-field.tsx';

givenBrowser();

const box = () => screen.getByLabelText<HTMLInputElement>(/./, { selector: 'input:not([type=hidden])' });
/** Mantine ignores changes that no key made. */
const type = (keys: string) => userEvent.type(box(), keys);

function Emails({ start = [], onSet }: { start?: string[]; onSet: (value: string[]) => void }) {
  const [value, set] = useState(start);
  const change = (next: string[]) => {
    set(next);
    onSet(next);
  };
  return <EmailsField {...fieldOf(value, change)} label="relations.email" />;
}

function open(start: string[] = []) {
  const onSet = vi.fn();
  show(<Emails start={start} onSet={onSet} />);
  return onSet;
}

it('adds an address with Enter, in lower case and once', async () => {
  const onSet = open();
  await type('Ruth@Harvest.example{Enter}');
  expect(onSet).toHaveBeenLastCalledWith(['ruth@harvest.example']);
  expect(box().value).toBe('');
  await type('ruth@harvest.example{Enter}');
  expect(onSet).toHaveBeenCalledTimes(1);
});

it('divides what is pasted at commas, semicolons and spaces', () => {
  const onSet = open(['first@a.example']);
  fireEvent.paste(box(), { clipboardData: { getData: () => 'two@a.example, three@a.example;four@a.example' } });
  expect(onSet).toHaveBeenLastCalledWith(['first@a.example', 'two@a.example', 'three@a.example', 'four@a.example']);
});

it('keeps what is no address in the box, with the reason, until it is corrected', async () => {
  const onSet = open(['first@a.example']);
  await type('not-an-address{Enter}');
  await waitFor(() => expect(box().value).toBe('not-an-address'));
  expect(onSet).not.toHaveBeenCalled();
  expect(screen.getByText('Email address is invalid')).toBeDefined();
  await type('@now.example');
  expect(screen.queryByText('Email address is invalid')).toBeNull();
  await type('{Enter}');
  expect(onSet).toHaveBeenLastCalledWith(['first@a.example', 'not-an-address@now.example']);
});

it('saves the good ones of several, and keeps the other in the box', async () => {
  const onSet = open();
  fireEvent.paste(box(), { clipboardData: { getData: () => 'good@a.example, bad' } });
  expect(onSet).toHaveBeenLastCalledWith(['good@a.example']);
  await waitFor(() => expect(box().value).toBe('bad'));
  expect(screen.getByText('Email address is invalid')).toBeDefined();
});

it('Backspace in the empty box removes the last address', () => {
  const onSet = open(['first@a.example', 'last@a.example']);
  fireEvent.keyDown(box(), { key: 'Backspace' });
  expect(onSet).toHaveBeenLastCalledWith(['first@a.example']);
});
