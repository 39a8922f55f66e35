import { type Activity, type ActivityInput, type ActivityUpdate, BEGINNING } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { insertOne } from '../../platform/database/written-columns.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { readActivity } from './activities.view.ts';
import {
  type ActivityState,
  stateOn,
  type Validity,
  validityOn,
  withChangeFrom,
  withValidity,
} from './activity-states.ts';
import { type LockedActivity, lockActivity, readToday, writeStates } from './links.store.ts';

async function clientExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows.length > 0;
}

function assertValidity({ valid_from, valid_to }: Validity): void {
  if (valid_from && valid_to && valid_to < valid_from) throw invalid('valid_to', 'ActivityEndsBeforeItBegins');
}

/** An activity as its page shows it on a day. */
const factsOf = (name: string, states: readonly ActivityState[], day: string) => {
  const { charge, is_active } = stateOn(states, day);
  return { name, charge, is_active, ...validityOn(states, day) };
};

export async function createActivity(tx: Tx, actor: Actor, input: ActivityInput): Promise<Activity> {
  const { client_id: clientId, name, charge, valid_from, valid_to } = input;
  assertValidity({ valid_from, valid_to });
  if (!(await clientExists(tx, clientId))) throw invalid('client_id', 'ClientIsRequired');
  const always: ActivityState[] = [{ valid_from: BEGINNING, charge, is_active: true }];
  const states =
    input.is_active === 1
      ? withValidity(always, { valid_from, valid_to })
      : always.map((state) => ({ ...state, is_active: false }));
  const facts = factsOf(name, states, await readToday(tx));
  const row = { client_id: clientId, name, charge, is_active: facts.is_active };
  const id = await insertOne(tx, 'billing_activities', row);
  await writeStates(tx, { id, client_id: clientId }, states, facts, actor.name);
  await trace(tx, actor, {
    type: 'BillingActivity',
    id,
    clientId,
    subject: 'Created',
    changes: changesBetween({}, facts),
  });
  await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  return readActivity(tx, id);
}

/** The states after a save: the charge type and whether it is active change on a day, the days it charges as they are given. */
function statesAfter({ states, today }: LockedActivity, update: ActivityUpdate): ActivityState[] {
  const { charge, is_active, valid_from, valid_to, changes_on: day = today } = update;
  const [now, validity] = [stateOn(states, today), validityOn(states, today)];
  const charged = charge === now.charge ? states : withChangeFrom(states, day, { charge });
  const isActive = is_active === 1;
  if (isActive !== now.is_active) return withChangeFrom(charged, day, { is_active: isActive });
  const isSame = valid_from === validity.valid_from && valid_to === validity.valid_to;
  return isSame ? charged : withValidity(charged, { valid_from, valid_to });
}

export async function saveActivity(tx: Tx, actor: Actor, id: number, update: ActivityUpdate): Promise<Activity> {
  assertValidity(update);
  const before = await lockActivity(tx, id);
  if (!before) throw notFound();
  if (update.updated_at && update.updated_at !== before.updated_at) throw stale();
  const { client_id: clientId, today } = before;
  const states = statesAfter(before, update);
  const facts = factsOf(update.name, states, today);
  const isSame = JSON.stringify(states) === JSON.stringify(before.states);
  const changes = changesBetween(factsOf(before.name, before.states, today), facts);
  if (changes.length || !isSame) {
    await writeStates(tx, before, states, facts, actor.name);
    const day = isSame ? [] : [{ field: 'changes_on' as const, newValue: update.changes_on ?? today }];
    await trace(tx, actor, {
      type: 'BillingActivity',
      id,
      clientId,
      subject: 'Updated',
      changes: [...changes, ...day],
    });
    await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  }
  return readActivity(tx, id);
}
