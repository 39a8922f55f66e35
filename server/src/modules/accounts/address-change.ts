import { type Language, textFor } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';

interface AddressChange {
  name: string;
  lang: Language;
  before: string;
  after: string;
  /** Who changed it. */
  by: string;
}

/**
 * Tells the former address that the account has another one. Whoever has the address gets the links that set a password,
 * so its owner must hear of a change that somebody else made.
 */
export async function mailFormerAddress(tx: Tx, queueMail: QueueMail, change: AddressChange): Promise<void> {
  const { rows } = await sql<{ branding_name: string }>`select branding_name from company`.execute(tx);
  const t = textFor(change.lang);
  const { name, after, by } = change;
  const company = rows[0]?.branding_name ?? '';
  await queueMail(tx, {
    to: change.before,
    subject: t('mail.addressChangedSubject', { company }),
    text: t('mail.addressChangedText', { name, company, after, by }),
  });
}
