import type { ReactNode } from 'react';
import type { Confirmation } from './palette-confirm.tsx';

/** What happens when a choice is taken. A choice without one only informs. */
export type Effect =
  | { href: string; press?: string }
  | { confirm: Confirmation }
  /** Puts text into the field, to be completed. */
  | { fill: string }
  | { run: () => void };

/** A part of the filter with which a choice opens its list. */
export interface ChoiceChip {
  key: string;
  name: string;
  value: string;
  /** Left out for what the list shows in any case. */
  remove?: (() => void) | undefined;
}

export interface Choice {
  key: string;
  title: string;
  description: string;
  chips?: ChoiceChip[];
  /** Units on hand. */
  quantity?: number | undefined;
  icon: ReactNode;
  effect?: Effect;
}

export interface Section {
  title: string;
  choices: Choice[];
}
