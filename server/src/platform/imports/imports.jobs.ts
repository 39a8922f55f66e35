import { type Message, mayCall } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import { staffScope } from '../database/tx.ts';
import type { Subscribers } from '../events/events.ts';
import { Problem } from '../http/problem.ts';
import type { Job } from '../jobs/worker.ts';
import type { Tools } from '../module.ts';
import type { ImportSheet } from './import-sheet.ts';
import { failImport, readProgress } from './imports.store.ts';
import { continueImport, failAtRow } from './run-import.ts';

/** An error may be temporary; after this many the import has failed, and its user decides when to resume it. */
const TRIES = 5;

export const importSubscribers: Subscribers = {
  'import.started': [
    ({ subject_id, payload }) => [
      {
        task: 'import',
        payload: { import_id: subject_id, user_id: payload.user_id },
        afterSeconds: payload.after_seconds,
      },
    ],
  ],
};

/** The user's current state; a reason when it is disabled or may no longer import this. */
async function findImporter(
  findActor: Tools['findActor'],
  userId: number,
  sheet: ImportSheet,
): Promise<Actor | Message> {
  const actor = await findActor(userId).catch((error: unknown) => {
    // Its client or its role is disabled.
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });
  if (!actor) return 'ImportUserIsDisabled';
  return mayCall(actor, sheet.access) ? actor : 'ImportIsNotAllowed';
}

/** Continues an import as the user who uploaded it, with that user's current permissions. */
export function importJob({ registry, findActor }: Pick<Tools, 'registry' | 'findActor'>): Job {
  const sheets = registry.list('sheets');
  const constraints = registry.table('constraints');
  return async ({ open }, payload, attempt) => {
    const importId = Number(payload.import_id);
    const userId = Number(payload.user_id);
    const run = await open(staffScope, (tx) => readProgress(tx, importId, null));
    const sheet = sheets.find((candidate) => candidate.type === run?.type);
    if (run?.state !== 'running' || !sheet) return;
    const actor = await findImporter(findActor, userId, sheet);
    if (typeof actor === 'string') return open(staffScope, (tx) => failImport(tx, importId, actor));
    const findReasonToStop = async () => {
      const current = await findImporter(findActor, userId, sheet);
      return typeof current === 'string' ? current : undefined;
    };
    try {
      await continueImport({ open, actor, constraints, findReasonToStop }, sheet, importId);
    } catch (error) {
      if (attempt.number >= TRIES || attempt.isLast) await failAtRow(open, importId);
      throw error;
    }
  };
}
