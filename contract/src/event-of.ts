import { type EventKind, events } from './events.ts';
import type { EventDeclaration } from './kit/event.ts';

/** The declaration of a kind; undefined for one that a newer server has. */
export const eventOf = (kind: string): EventDeclaration | undefined =>
  Object.hasOwn(events, kind) ? events[kind as EventKind] : undefined;
