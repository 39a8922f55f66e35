import { sql } from 'kysely';
import { staffScope } from '../../platform/database/tx.ts';
import type { StoredEvent, Subscribers } from '../../platform/events/events.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import type { Job } from '../../platform/jobs/worker.ts';

/** Longer than any upload takes: what has no row by then will have none. */
const HOUR = 3600;

const tidy = (afterSeconds: number) => (event: StoredEvent<'file.stored' | 'file.deleted'>) => [
  { task: 'tidy-file', payload: { path: event.payload.path }, afterSeconds },
];

export const fileSubscribers: Subscribers = { 'file.stored': [tidy(HOUR)], 'file.deleted': [tidy(0)] };

/** Removes the bytes of a file that no record has: it was deleted, or its upload came to nothing. */
export const tidyFileJob =
  (storage: FileStorage): Job =>
  async ({ open }, payload) => {
    const path = String(payload.path);
    const isKept = await open(
      staffScope,
      async (tx) => (await sql`select from files where path = ${path}`.execute(tx)).rows.length > 0,
      'read',
    );
    if (!isKept) await storage.remove(path);
  };
