import { BILLABLES } from '@longshore/contract';
import { ENTRIES } from './billing-words.ts';

/** What a screen hands to the page of new entries: it is filled in, and one returns to where one came from. */
export interface NewEntries {
  client?: number | undefined;
  activity?: number | undefined;
  reference?: string | undefined;
  billableId?: number | undefined;
  billableType?: (typeof BILLABLES)[number] | undefined;
  /** A path of this app. */
  backTo?: string | undefined;
}

const NAMES = {
  client: 'client_id',
  activity: 'billing_activity_id',
  reference: 'reference',
  billableId: 'billable_id',
  billableType: 'billable_type',
  backTo: 'back_to',
} as const satisfies Record<keyof NewEntries, string>;

export function newEntriesPath(given: NewEntries): string {
  const query = new URLSearchParams({ type: 'manual' });
  for (const [name, key] of Object.entries(NAMES)) {
    const value = given[name as keyof NewEntries];
    if (value !== undefined) query.set(key, String(value));
  }
  return `${ENTRIES}/action/${encodeURIComponent(query.toString())}`;
}

const idIn = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);

/** Reads the query segment; what it does not understand is left out. */
export function readNewEntries(segment: string): NewEntries {
  const query = new URLSearchParams(segment);
  const backTo = query.get(NAMES.backTo);
  return {
    client: idIn(query.get(NAMES.client)),
    activity: idIn(query.get(NAMES.activity)),
    reference: query.get(NAMES.reference) ?? undefined,
    billableId: idIn(query.get(NAMES.billableId)),
    billableType: BILLABLES.find((known) => known === query.get(NAMES.billableType)),
    // Only within this app: `//host` would leave it.
    backTo: backTo && /^\/(?![/\\])/.test(backTo) ? backTo : undefined,
  };
}
