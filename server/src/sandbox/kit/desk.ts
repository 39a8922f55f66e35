/** A page on which people of a partner see what it has received, and decide: labels, bookings. Nobody orders there. */
export interface Desk {
  partner: string;
  slug: string;
  title: string;
  about: string;
  /** Newest first. */
  entries(): DeskEntry[];
  /** Does what a button of an entry says; nothing when it is not offered (any more). */
  act(id: string, action: string, note: string): void;
}

export interface DeskEntry {
  id: string;
  title: string;
  status: string;
  at: Date;
  facts: (readonly [label: string, value: string])[];
  actions: DeskAction[];
}

export interface DeskAction {
  name: string;
  label: string;
  /** What is asked for beside the button. */
  note?: { label: string; value: string };
}
