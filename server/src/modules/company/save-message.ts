import type { ProviderMessage } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound } from '../../platform/http/problem.ts';

export interface MessageFields {
  title: string;
  body: string;
}

/** Open dashboards are notified and reload. */
const notifyDashboards = (tx: Tx) => recordEvent(tx, { kind: 'y3pl.message' });

async function oneOf(tx: Tx, rows: readonly ProviderMessage[]): Promise<ProviderMessage> {
  if (!rows[0]) throw notFound();
  await notifyDashboards(tx);
  return rows[0];
}

export async function publishMessage(tx: Tx, { title, body }: MessageFields): Promise<ProviderMessage> {
  const { rows } = await sql<ProviderMessage>`
    insert into provider_messages (title, body) values (${title}, ${body}) returning id, title, body, published_at`.execute(
    tx,
  );
  return oneOf(tx, rows);
}

/** A corrected message keeps its date. */
export async function changeMessage(tx: Tx, id: number, { title, body }: MessageFields): Promise<ProviderMessage> {
  const { rows } = await sql<ProviderMessage>`
    update provider_messages set title = ${title}, body = ${body} where id = ${id}
    returning id, title, body, published_at`.execute(tx);
  return oneOf(tx, rows);
}

export async function deleteMessage(tx: Tx, id: number): Promise<true> {
  const { rows } = await sql`delete from provider_messages where id = ${id} returning id`.execute(tx);
  if (!rows.length) throw notFound();
  await notifyDashboards(tx);
  return true;
}
