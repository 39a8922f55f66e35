import {
  fieldMessages,
  type SavedSetting,
  SETTING_LISTS,
  type SettingInput,
  type SettingKind,
  settingInputs,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { withKeptFields } from '../../platform/http/kept-fields.ts';
import { invalid, invalidFields, notFound } from '../../platform/http/problem.ts';
import { recordConfigured } from './company-history.ts';
import { insertSetting, lockSetting, removeSetting, updateSetting } from './settings.store.ts';
import { readSettingList, type SettingRow } from './settings.view.ts';
import { someOf, type Uses } from './uses.ts';

/** The path names the kind; here the body is validated for that kind. */
function checked(kind: SettingKind, body: unknown): SettingInput<SettingKind> {
  const parsed = settingInputs[kind].safeParse(body);
  if (!parsed.success) throw invalidFields(fieldMessages(parsed.error));
  return parsed.data;
}

/** The record, and the list that contains it. */
async function written(tx: Tx, kind: SettingKind, id: number): Promise<SavedSetting> {
  const list: readonly SettingRow[] = await readSettingList(tx, kind);
  const record = list.find((row) => row.id === id);
  return { ...record, [SETTING_LISTS[kind]]: list } as unknown as SavedSetting;
}

export async function createSetting(tx: Tx, actor: Actor, kind: SettingKind, body: unknown): Promise<SavedSetting> {
  const fields = checked(kind, body);
  const id = await insertSetting(tx, kind, fields);
  await recordConfigured(tx, actor, { kind, what: 'added', name: fields.name, after: fields });
  return written(tx, kind, id);
}

export async function saveSetting(
  tx: Tx,
  actor: Actor,
  { kind, id }: { kind: SettingKind; id: number },
  body: unknown,
  uses: readonly Uses[],
): Promise<SavedSetting> {
  const before = await lockSetting(tx, kind, id);
  if (!before) throw notFound();
  const fields = checked(kind, withKeptFields(settingInputs[kind], body, before));
  const { id: _, ...old } = before;
  const isSame = Object.entries(fields).every(([field, value]) => old[field as keyof typeof old] === value);
  if (isSame) return written(tx, kind, id);
  await updateSetting(tx, kind, id, fields);
  // Later modules first: orders are locked before clients (docs/architecture/requests.md, Locks).
  const renaming = fields.name === before.name ? [] : [...uses].reverse();
  for (const use of renaming) await use.renamed?.[kind]?.(tx, before.name, fields.name);
  await recordConfigured(tx, actor, { kind, what: 'saved', name: before.name, before: old, after: fields });
  return written(tx, kind, id);
}

export async function deleteSetting(
  tx: Tx,
  actor: Actor,
  { kind, id }: { kind: SettingKind; id: number },
  uses: readonly Uses[],
): Promise<true> {
  const before = await lockSetting(tx, kind, id);
  if (!before) throw notFound();
  if (await someOf(uses.map((use) => use.setting?.[kind]?.(tx, before)))) throw invalid('id', 'InUse');
  await removeSetting(tx, kind, id);
  await recordConfigured(tx, actor, { kind, what: 'deleted', name: before.name });
  return true;
}
