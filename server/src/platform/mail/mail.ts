import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { staffScope, type Tx } from '../database/tx.ts';
import { recordEvent, type Subscribers } from '../events/events.ts';
import type { Job } from '../jobs/worker.ts';
import type { Vault } from '../vault.ts';

export interface MailText {
  to: string;
  subject: string;
  text: string;
}

export type QueueMail = (tx: Tx, mail: MailText) => Promise<void>;

/**
 * Mail is stored in the transaction of the business write and sent afterwards; its text is encrypted, as it may
 * contain a link.
 */
export const mailQueue =
  (vault: Vault): QueueMail =>
  async (tx, mail) => {
    const { rows } = await sql<{ id: number }>`
      insert into mails (recipient, subject, body_sealed) values (${mail.to}, ${mail.subject}, ${vault.seal(mail.text)})
      returning id`.execute(tx);
    if (!rows[0]) throw new Error('The mail was not written.');
    await recordEvent(tx, { kind: 'mail.queued', payload: { mail_id: rows[0].id } });
  };

export const mailSubscribers: Subscribers = {
  'mail.queued': [(event) => [{ task: 'send-mail', payload: event.payload, key: `mail ${event.payload.mail_id}` }]],
};

interface QueuedMail {
  id: number;
  recipient: string;
  subject: string;
  body_sealed: Buffer;
  state: string;
}

/** Sends one mail, or keeps it in the outbox when there is no mail server. */
export function sendMailJob(vault: Vault, smtpUrl: string | undefined, from: string): Job {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  return async ({ open }, payload) => {
    const id = Number(payload.mail_id);
    const mail = await open(staffScope, async (tx) => {
      const { rows } =
        await sql<QueuedMail>`select id, recipient, subject, body_sealed, state from mails where id = ${id}`.execute(
          tx,
        );
      return rows[0];
    });
    if (!mail || mail.state === 'sent' || mail.state === 'kept') return;
    const settle = (state: string, problem: string) =>
      open(staffScope, (tx) =>
        sql`update mails set state = ${state}, problem = ${problem}, sent_at = case when ${state} = 'sent' then now() end where id = ${id}`.execute(
          tx,
        ),
      );
    if (!transport) {
      await settle('kept', '');
      return;
    }
    try {
      await transport.sendMail({ from, to: mail.recipient, subject: mail.subject, text: vault.open(mail.body_sealed) });
      await settle('sent', '');
    } catch (error) {
      await settle('failed', (error as Error).message.slice(0, 500));
      throw error;
    }
  };
}
