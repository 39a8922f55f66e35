import { sql } from '../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import type { StoredEvent, Subscribers } from '../../platform/events/events.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import type { Job } from '../../platform/jobs/worker.ts';

/** Longer than any upload takes: bytes without a row by then will never have one. */
const HOUR = 3600;

const tidy = (afterSeconds: number) => (event: StoredEvent<'file.stored' | 'file.deleted'>) => [
  { task: 'tidy-file', payload: { path: event.payload.path }, afterSeconds },
];

export const fileSubscribers: Subscribers = { 'file.stored': [tidy(HOUR)], 'file.deleted': [tidy(0)] };

const isAttached = async (tx: Tx, path: string) =>
  (await sql`select from files where path = ${path}`.execute(tx)).rows.length > 0;

/** Whether something other than a row of `files` refers to the stored path. */
export type KeepsFile = (tx: Tx, path: string) => Promise<boolean>;

declare module '../../platform/module.ts' {
  interface Module {
    /** Each returns whether the module still uses a stored file that no row of `files` refers to. */
    fileKeepers?: readonly KeepsFile[];
  }
}

/** Removes the bytes of a file that no record has: it was deleted, or its upload failed. */
export const tidyFileJob =
  (storage: FileStorage, keepers: readonly KeepsFile[]): Job =>
  async ({ open }, payload) => {
    const path = String(payload.path);
    const isKept = await open(
      staffScope,
      async (tx) => {
        const kept = await Promise.all([isAttached, ...keepers].map((keeps) => keeps(tx, path)));
        return kept.some(Boolean);
      },
      'read',
    );
    if (!isKept) await storage.remove(path);
  };
