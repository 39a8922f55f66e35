import { reasonText, reasonTextsFor, textFor } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { trace } from '../records/index.ts';
import { markRevoked, type StoredIntegration } from './integrations.store.ts';

/** The user who made the connection, while it is active. */
async function makerOf(tx: Tx, userId: number): Promise<{ email: string; lang: 'en' | 'ch' } | undefined> {
  const { rows } = await sql<{ email: string; lang: 'en' | 'ch' }>`
    select email, lang from users where id = ${userId} and is_active and ${inScope(tx)}`.execute(tx);
  return rows[0];
}

/**
 * The partner does not accept the credentials any more: nothing is read or sent until somebody enters others. Whoever made
 * the connection gets one mail.
 */
export async function revoke(
  tx: Tx,
  { queueMail, origin }: { queueMail: QueueMail; origin: string },
  stored: StoredIntegration,
  reason: string,
): Promise<void> {
  if (!(await markRevoked(tx, stored.id, reason))) return;
  await trace(tx, undefined, {
    type: 'Integration',
    id: stored.id,
    clientId: stored.client_id,
    subject: 'Updated',
    changes: [{ field: 'verified', newValue: '0' }],
  });
  await recordEvent(tx, { kind: 'integration.saved', clientId: stored.client_id, subjectId: stored.id });
  const maker = await makerOf(tx, stored.user_id);
  if (!maker) return;
  const text = textFor(maker.lang);
  await queueMail(tx, {
    to: maker.email,
    subject: text('channelMail.revokedSubject', { name: stored.name }),
    text: text('channelMail.revokedText', {
      name: stored.name,
      reason: reasonText(reasonTextsFor(maker.lang), reason),
      link: `${origin}/integrations/${stored.id}/action/view`,
    }),
  });
}
