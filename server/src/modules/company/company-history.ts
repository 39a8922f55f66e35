import { COMPANY_ID } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { changesBetween, trace } from '../records/index.ts';

export type ConfiguredList = 'couriers' | 'taxes' | 'terms' | 'packages' | 'uoms';
type What = 'added' | 'saved' | 'deleted';

interface Configured {
  list: ConfiguredList;
  what: What;
  name: string;
  before?: object;
  after?: object;
}

/**
 * The company's lists have no history of their own: what happens to them stands in the company's, as a field named
 * after the list and the record (`couriers.UPS Ground`) with what became of it as JSON.
 */
export async function noteConfigured(tx: Tx, actor: Actor, change: Configured): Promise<void> {
  const changed = changesBetween(change.before ?? {}, change.after ?? {});
  const values = Object.fromEntries(changed.map(({ field, newValue }) => [field, newValue]));
  await trace(tx, actor, {
    type: 'Company',
    id: COMPANY_ID,
    clientId: null,
    subject: `${change.list} ${change.what}`,
    changes: [{ field: `${change.list}.${change.name}`, newValue: JSON.stringify({ [change.what]: values }) }],
  });
  await recordEvent(tx, { kind: change.list === 'couriers' ? 'courier.saved' : 'settings.saved' });
}
