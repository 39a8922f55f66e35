import { useState } from 'react';
import { draftOwner } from '../../lib/session.ts';
import { useBelowDesktop } from '../narrow.ts';
import { type Column, titleColumn } from './list-types.ts';

/** Which columns a user wants in a list, by field; a column they never decided on has the list's default. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const keyOf = (list: string) => `longshore-columns/${draftOwner()?.userId ?? 0}/${list}`;

function storedChoice(list: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as ColumnChoice) : {};
  } catch {
    return {};
  }
}

function store(list: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length) localStorage.setItem(keyOf(list), JSON.stringify(choice));
    else localStorage.removeItem(keyOf(list));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

interface Situation {
  isBelowDesktop: boolean;
  isSorted: (field: string) => boolean;
}

/** The title is always shown, and so is what the rows are sorted by; otherwise the user decides, else the width. */
export function shownColumns<Row>(columns: Column<Row>[], choice: ColumnChoice, situation: Situation): Column<Row>[] {
  const title = titleColumn(columns);
  return columns.filter(
    (column) =>
      column === title ||
      situation.isSorted(column.field) ||
      (choice[column.field] ?? !(column.spare === 'everywhere' || (column.spare && situation.isBelowDesktop))),
  );
}

/** The columns of a list as the user chose them, remembered in this browser. */
export function useColumns<Row>(list: string, columns: Column<Row>[], isSorted: (field: string) => boolean) {
  const [choice, setChoice] = useState(() => storedChoice(list));
  const isBelowDesktop = useBelowDesktop();
  const change = (next: ColumnChoice) => {
    setChoice(next);
    store(list, next);
  };
  return {
    shown: shownColumns(columns, choice, { isBelowDesktop, isSorted }),
    isChosen: Object.keys(choice).length > 0,
    toggle: (field: string, isShown: boolean) => change({ ...choice, [field]: isShown }),
    reset: () => change({}),
  };
}
