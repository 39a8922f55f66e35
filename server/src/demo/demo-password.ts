import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEMO_PASSWORD,
  generatePassword,
  hashPassword,
  passwordFits,
  replacePassword,
} from '../modules/accounts/index.ts';
import { sql } from '../platform/database/sql.ts';
import { authScope, type Open } from '../platform/database/tx.ts';
import type { Ids } from '../platform/ids.ts';
import { isLoopback } from '../platform/network.ts';
import { demoUsers } from './demo-content.ts';

export { DEMO_PASSWORD };

const pathOf = (dataDir: string) => join(dataDir, 'demo-password');

/** Whether other machines can reach the server: it listens for them, or has a public URL. */
export function isExposed(host: string, publicUrl: string | undefined): boolean {
  if (!isLoopback(host)) return true;
  return publicUrl !== undefined && URL.canParse(publicUrl) && !isLoopback(new URL(publicUrl).hostname);
}

/** The demo's password: one that was generated earlier is kept; otherwise a new one when others can reach the demo. */
export function chooseDemoPassword(dataDir: string, exposed: boolean, ids: Ids): string {
  try {
    return readFileSync(pathOf(dataDir), 'utf8').trim();
  } catch {
    return exposed ? generatePassword(ids) : DEMO_PASSWORD;
  }
}

/** Stored for the next start, readable by this user only. */
export const keepDemoPassword = (dataDir: string, password: string) =>
  writeFileSync(pathOf(dataDir), `${password}\n`, { mode: 0o600 });

/** Demo users who still have the published password. */
export async function findPublishedUsers(open: Open): Promise<number[]> {
  const emails = demoUsers.map((user) => user.email);
  const users = await open(authScope, async (tx) => {
    const { rows } = await sql<{ id: number; password_hash: string }>`
      select id, password_hash from users where email = any (${emails}::text[])`.execute(tx);
    return rows;
  });
  const published = new Set<string>();
  // All were created with one hash; users who changed their password have another.
  for (const hash of new Set(users.map((user) => user.password_hash)))
    if (await passwordFits(DEMO_PASSWORD, hash)) published.add(hash);
  return users.filter((user) => published.has(user.password_hash)).map((user) => user.id);
}

export async function giveDemoPassword(open: Open, userIds: number[], password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await open(authScope, async (tx) => {
    for (const id of userIds) await replacePassword(tx, id, passwordHash, null);
  });
}
