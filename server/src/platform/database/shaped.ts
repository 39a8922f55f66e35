import type { RawBuilder } from 'kysely';
import type { Tx } from './tx.ts';

/** Stands in a statement for a value that is read when it is run. */
export class Slot<Source> {
  constructor(readonly read: (source: Source) => unknown) {}
}

interface Written {
  text: string;
  parameters: readonly unknown[];
}

const written = new Map<string, Written>();
/** Shapes are few; what comes in more of them than this is written each time. */
const SHAPES_MAX = 300;

function writtenAs(tx: Tx, shape: string, write: () => RawBuilder<unknown>): Written {
  const known = written.get(shape);
  if (known) return known;
  const { sql: text, parameters } = write().compile(tx);
  const fresh = { text, parameters };
  if (written.size < SHAPES_MAX) written.set(shape, fresh);
  return fresh;
}

/**
 * Runs a statement of the busiest kind: its text depends on its shape alone and is written once, with slots for what
 * changes. Writing it anew for every call would cost more than all else our side does for it.
 */
export async function runShaped<Row extends object, Source = unknown>(
  tx: Tx,
  shape: string,
  source: Source,
  write: () => RawBuilder<unknown>,
): Promise<Row[]> {
  const { text, parameters } = writtenAs(tx, shape, write);
  const values = parameters.map((value) => (value instanceof Slot ? value.read(source) : value));
  return tx.say<Row>(text, values);
}
