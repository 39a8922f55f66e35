// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fieldOf, givenBrowser, show } from '../../test/render.tsx';
import { CountryField } from './country-field.tsx';
import { SelectField } from './fields.tsx';
import { PercentField, QuantityField } from './number-fields.tsx';

givenBrowser();

const box = () => screen.getByLabelText<HTMLInputElement>(/./, { selector: 'input:not([type=hidden])' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

function Quantity({ start, onSet }: { start: number; onSet: (value: number) => void }) {
  const [value, set] = useState(start);
  const change = (next: number) => {
    set(next);
    onSet(next);
  };
  return <QuantityField {...fieldOf(value, change)} label="inventory.quantity" />;
}

describe('QuantityField', () => {
  it.each([
    ['1,200', 1200, '1,200', undefined],
    ['12.00', 12, '12', undefined],
    ['', 0, '0', undefined],
    ['1.5', 1.5, '1.5', /whole number/i],
    ['a dozen', Number.NaN, 'a dozen', /number/i],
  ])('reads %j as %d and shows %j when it is left', (typed, value, shown, error) => {
    const onSet = vi.fn();
    show(<Quantity start={7} onSet={onSet} />);
    type(typed);
    expect(onSet).toHaveBeenLastCalledWith(value);
    expect(screen.queryByText(/number/i)).toBeNull();
    fireEvent.blur(box());
    expect(box().value).toBe(shown);
    expect(screen.queryByText(/number/i) !== null).toBe(error !== undefined);
    if (error) expect(screen.getByText(error)).toBeDefined();
  });
});

describe('PercentField', () => {
  it('shows a rate as a percentage and sets the rate', () => {
    const set = vi.fn();
    show(<PercentField {...fieldOf<number>(0.07, set)} label="relations.taxRate" />);
    expect(box().value).toBe('7');
    type('8.25');
    expect(set).toHaveBeenLastCalledWith(0.0825);
  });

  it('takes a known rate by its name', async () => {
    const set = vi.fn();
    show(
      <PercentField {...fieldOf<number>(0, set)} label="relations.taxRate" offered={[{ name: 'HST', rate: 0.13 }]} />,
    );
    fireEvent.click(box());
    fireEvent.click(await screen.findByText('HST · 13 %'));
    expect(set).toHaveBeenLastCalledWith(0.13);
  });
});

describe('SelectField', () => {
  it('keeps an id a number', async () => {
    const set = vi.fn();
    const choices = [
      { value: '0', label: 'None' },
      { value: '12', label: 'UPS Ground' },
    ];
    show(<SelectField {...fieldOf<number>(0, set)} label="relations.courier" choices={choices} />);
    fireEvent.click(box());
    fireEvent.click(await screen.findByText('UPS Ground'));
    expect(set).toHaveBeenLastCalledWith(12);
  });
});

describe('CountryField', () => {
  it('finds a country by its code and answers its English name', async () => {
    const set = vi.fn();
    const onChosen = vi.fn();
    show(<CountryField {...fieldOf<string>('', set)} label="relations.country" onChosen={onChosen} />);
    fireEvent.click(box());
    type('de');
    fireEvent.click(await screen.findByText('Germany'));
    expect(set).toHaveBeenLastCalledWith('DE');
    expect(onChosen).toHaveBeenLastCalledWith('DE', 'Germany');
  });
});
