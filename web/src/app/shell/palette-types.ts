import type { ReactNode } from 'react';
import type { Confirmation } from './palette-confirm.tsx';

/** What happens when a choice is taken. A choice without one only informs. */
export type Effect =
  | { href: string; press?: string }
  | { confirm: Confirmation }
  /** Puts text into the field, to be completed. */
  | { fill: string }
  | { run: () => void };

export interface Choice {
  key: string;
  title: string;
  description: string;
  /** Units on hand. */
  quantity?: number | undefined;
  icon: ReactNode;
  effect?: Effect;
}

export interface Section {
  title: string;
  choices: Choice[];
}
