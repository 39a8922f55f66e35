// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fieldOf, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { MoneyField } from './number-fields.tsx';

givenBrowser();
beforeEach(() => givenSession({ currency: 'CAD' }));

const box = () => screen.getByRole<HTMLInputElement>('textbox');
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

function Money({ start, onSet }: { start: string; onSet: (value: string) => void }) {
  const [value, set] = useState(start);
  const change = (next: string) => {
    set(next);
    onSet(next);
  };
  return <MoneyField {...fieldOf(value, change)} label="inventory.cost" />;
}

it('shows at least two decimals and the currency of the company', () => {
  show(<Money start="5.1" onSet={() => {}} />);
  expect(box().value).toBe('5.10');
  expect(screen.getByText('CAD')).toBeDefined();
});

it.each([
  ['1,234.5', '1234.5', '1234.50', undefined],
  ['0.1234', '0.1234', '0.1234', undefined],
  ['12345678901.1234', '12345678901.1234', '12345678901.1234', undefined],
  ['', '0', '0.00', undefined],
  ['１２.５', '12.5', '12.50', undefined],
  ['-3', '-3', '-3.00', /cannot be below 0/],
  ['0.12345', '0.12345', '0.12345', /digits/],
  ['five', 'five', 'five', /number/],
])('sends %j as %j and shows %j when it is left', (typed, sent, shown, error) => {
  const onSet = vi.fn();
  show(<Money start="7" onSet={onSet} />);
  type(typed);
  expect(onSet).toHaveBeenLastCalledWith(sent);
  expect(box().value).toBe(typed);
  // Nobody is corrected while typing.
  expect(box().getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.blur(box());
  expect(box().value).toBe(shown);
  expect(box().getAttribute('aria-invalid') === 'true').toBe(error !== undefined);
  if (error) expect(screen.getByText(error)).toBeDefined();
});
