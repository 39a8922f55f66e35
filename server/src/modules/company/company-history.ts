import { COMPANY_ID, type SettingInput, type SettingKind, type TraceField } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { type Change, changesBetween, changesUnder, trace, withNames } from '../records/index.ts';
import type { CourierFields } from './couriers.store.ts';

interface Fields {
  courier: CourierFields;
  tax: SettingInput<'tax'>;
  term: SettingInput<'term'>;
  package: SettingInput<'package'>;
  uom: SettingInput<'uom'>;
}

const subjects = { courier: 'Courier', tax: 'Tax', term: 'Term', package: 'Package', uom: 'Unit' } as const;

interface ConfiguredChange<Kind extends keyof Fields> {
  kind: Kind;
  what: 'added' | 'saved' | 'deleted';
  name: string;
  before?: object;
  after?: Fields[Kind];
  /** The current name of a reference. */
  names?: Partial<Record<Extract<keyof Fields[Kind], string>, string>>;
}

/** Couriers and settings have no history of their own: their changes are in the company's history. */
export async function recordConfigured<Kind extends 'courier' | SettingKind>(
  tx: Tx,
  actor: Actor,
  { kind, what, name, before = {}, after, names }: ConfiguredChange<Kind>,
): Promise<void> {
  const changes = after ? withNames(changesBetween(before, after), names ?? {}) : [];
  await trace(tx, actor, {
    type: 'Company',
    id: COMPANY_ID,
    clientId: null,
    subject: `${subjects[kind]} ${what}`,
    changes: [{ field: kind, newValue: name }, ...changesUnder(kind, changes)] as Change<TraceField<'Company'>>[],
  });
  await recordEvent(tx, { kind: kind === 'courier' ? 'courier.saved' : 'settings.saved' });
}
