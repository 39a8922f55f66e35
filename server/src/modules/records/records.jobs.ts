import type { Actor } from '../../platform/auth/actor.ts';
import { staffScope } from '../../platform/database/tx.ts';
import type { Subscribers } from '../../platform/events/events.ts';
import type { ConstraintProblems } from '../../platform/http/failure.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import type { ImportSheet } from './import-sheet.ts';
import { readImport } from './imports.store.ts';
import { continueImport } from './run-import.ts';

export const importSubscribers: Subscribers = {
  'import.started': [
    (event) => [{ task: 'import', payload: { import_id: event.subject_id, user_id: event.payload.user_id } }],
  ],
};

/** Works off a large import as the user who uploaded it, with what that user may do now. */
export function importJob(
  sheets: readonly ImportSheet[],
  actorById: (userId: number) => Promise<Actor | undefined>,
  constraints: ConstraintProblems,
): Job {
  return async ({ open }, payload) => {
    const importId = Number(payload.import_id);
    const record = await open(staffScope, (tx) => readImport(tx, importId, null));
    const sheet = sheets.find((candidate) => candidate.type === record?.type);
    const actor = await actorById(Number(payload.user_id));
    if (record && sheet && actor) await continueImport({ open, actor, constraints }, sheet, importId);
  };
}
