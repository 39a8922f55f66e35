// @vitest-environment jsdom
import { type Condition, relationList } from '@longshore/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { givenBrowser, show } from '../../test/render.tsx';
import { ConditionRow } from './condition-row.tsx';
import { type ConditionField, newCondition } from './conditions.ts';
import FilterBuilder from './filter-builder.tsx';

givenBrowser();

const fields: ConditionField[] = [
  { id: 'name', relation: '', field: 'name', kind: 'text', label: 'relations.company' },
  { id: 'addresses.city', relation: 'addresses', field: 'city', kind: 'text', label: 'relations.city' },
  { id: 'updated_at', relation: '', field: 'updated_at', kind: 'date', label: 'relations.updatedAt' },
];

describe('a condition', () => {
  const choose = async (condition: Condition, label: string) => {
    const onChange = vi.fn();
    const rest = { first: true, isChained: false, fields, onChange, onRemove: () => {} };
    show(<ConditionRow condition={condition} {...rest} />);
    fireEvent.click(screen.getByLabelText('Field', { selector: 'input' }));
    fireEvent.click(await screen.findByText(label));
    return onChange;
  };
  const text = { ...newCondition(fields), value: 'Port' };

  it('keeps operator and value for another field of its kind', async () => {
    const changed = { relation: 'addresses', field: 'city', operator: '=', value: 'Port' };
    expect(await choose(text, 'City')).toHaveBeenCalledWith(changed);
  });

  it('takes an operator of the new kind, and no value', async () => {
    const changed = { relation: '', field: 'updated_at', operator: '=', value: '' };
    expect(await choose({ ...text, operator: 'contain' }, 'Updated at')).toHaveBeenCalledWith(changed);
  });
});

describe('the filter builder', () => {
  const open = () => {
    const onRun = vi.fn();
    show(<FilterBuilder spec={relationList} query={{}} filters={[]} fields={fields} onRun={onRun} />);
    return onRun;
  };
  const addCondition = () => fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));

  it('runs the conditions that have a value', () => {
    const onRun = open();
    addCondition();
    addCondition();
    const [first] = screen.getAllByRole('textbox', { name: 'Value' });
    if (first) fireEvent.change(first, { target: { value: 'Harbor' } });
    fireEvent.submit(screen.getByRole('form'));
    expect(onRun.mock.calls[0]?.[0].query).toEqual([
      { relation: '', field: 'name', operator: '=', value: 'Harbor', join: 'AND' },
    ]);
  });

  it('adds conditions of the field that the list names', () => {
    const added = { ...newCondition(fields, 'addresses.city') };
    expect(added).toEqual({ relation: 'addresses', field: 'city', operator: '=', value: '', join: 'AND' });
  });
});
