import { type ScanStore, scanStore } from '../../../lib/kept-scans.ts';
import { sessionUserId } from '../../../lib/session.ts';
import type { Held } from './fulfil-scans.ts';
import type { Decision } from './take-scan.ts';

/** What the waiting scans of a shipment refer to; kept with them across a reload. */
export interface FulfilContext {
  held: Held;
  /** How many results were listed: undoing refers to them by number. */
  steps: number;
  /** What was decided for commands that were sent, by key: they are repeated as they were. */
  decided: [string, Decision][];
}

export const keptFulfil = <Command>(shipmentId: number): ScanStore<Command> =>
  scanStore<Command>(sessionUserId(), `fulfil ${shipmentId}`);

/** Whether scans were waiting when the page was reloaded: fulfilment then opens again. */
export const hasWaitingFulfil = (shipmentId: number) => keptFulfil(shipmentId).read().commands.length > 0;

export function readContext(store: Pick<ScanStore<unknown>, 'read'>): FulfilContext | undefined {
  const { commands, context } = store.read();
  try {
    return commands.length > 0 ? JSON.parse(context) : undefined;
  } catch {
    return undefined;
  }
}
