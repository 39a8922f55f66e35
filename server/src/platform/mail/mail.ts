import { sql } from '../database/sql.ts';
import { type Open, staffScope, type Tx } from '../database/tx.ts';
import { errorText } from '../disk-space.ts';
import { recordEvent, type Subscribers } from '../events/events.ts';
import type { Job } from '../jobs/worker.ts';
import type { Vault } from '../vault.ts';

export interface MailFile {
  name: string;
  media: string;
  bytes: Uint8Array;
}

export interface MailText {
  /** An address, or several separated by commas. */
  to: string;
  subject: string;
  text: string;
  /** Parts of the text that let their reader in, such as the token of a link: masked in the outbox, gone once sent. */
  secrets?: readonly string[];
  files?: readonly MailFile[];
}

/** Answers the mail's id, by which its state can be read later. */
export type QueueMail = (tx: Tx, mail: MailText) => Promise<number>;

const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '…'), text);

/** The masked text takes the place of the one with secrets; of a mail without secrets nothing changes. */
const maskedBody = sql`body_sealed = coalesce(masked_sealed, body_sealed), masked_sealed = null`;

/** Links of mails that could not be sent have expired long before. */
export const maskOldMails = (tx: Tx) =>
  sql`update mails set ${maskedBody}
    where masked_sealed is not null and created_at < now() - interval '1 day'`.execute(tx);

/**
 * Mail is stored in the transaction of the business write and sent afterwards; its text is encrypted, as it may
 * contain a link, and so are its files.
 */
export const mailQueue =
  (vault: Vault): QueueMail =>
  async (tx, mail) => {
    const masked = mail.secrets?.length ? vault.seal(withoutSecrets(mail.text, mail.secrets)) : null;
    const { rows } = await sql<{ id: number }>`
      insert into mails (recipient, subject, body_sealed, masked_sealed)
      values (${mail.to}, ${mail.subject}, ${vault.seal(mail.text)}, ${masked}) returning id`.execute(tx);
    if (!rows[0]) throw new Error('The mail was not written.');
    for (const { name, media, bytes } of mail.files ?? [])
      await sql`insert into mail_files (mail_id, name, media, size, bytes_sealed)
        values (${rows[0].id}, ${name}, ${media}, ${bytes.length}, ${vault.seal(bytes)})`.execute(tx);
    await recordEvent(tx, { kind: 'mail.queued', payload: { mail_id: rows[0].id } });
    return rows[0].id;
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
  is_claimed: boolean;
}

/** Longer than a mail server takes: a job that has not ended by then was killed, and its mail is sent again. */
const SENDING_SECONDS = 120;

/**
 * The mail, claimed for this job. The queue can give a job to a second worker while the first still runs: when the
 * connection that proves the first one's life was lost.
 */
async function claimMail(tx: Tx, id: number): Promise<QueuedMail | undefined> {
  const { rows: claimed } = await sql`
    update mails set sending_since = now() where id = ${id} and state in ('queued', 'failed')
      and (sending_since is null or sending_since < now() - make_interval(secs => ${SENDING_SECONDS})) returning id`.execute(
    tx,
  );
  const { rows } = await sql<Omit<QueuedMail, 'is_claimed'>>`
    select id, recipient, subject, body_sealed, state from mails where id = ${id}`.execute(tx);
  return rows[0] && { ...rows[0], is_claimed: claimed.length > 0 };
}

interface StoredFile {
  name: string;
  media: string;
  bytes_sealed: Buffer;
}

/** The files of a mail as the mail library takes them. */
const attachmentsOf = (open: Open, vault: Vault, mailId: number) =>
  open(staffScope, async (tx) => {
    const { rows } = await sql<StoredFile>`
      select name, media, bytes_sealed from mail_files where mail_id = ${mailId} order by id`.execute(tx);
    return rows.map(({ name, media, bytes_sealed }) => ({
      filename: name,
      contentType: media,
      content: vault.openBytes(bytes_sealed),
    }));
  });

/** Sends one mail, or keeps it in the outbox when there is no mail server. */
export function sendMailJob(vault: Vault, smtpUrl: string | undefined, from: string): Job {
  const limits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
  // Loaded with the first mail: a server without a mail server needs none of it.
  const connect = async () => (await import('nodemailer')).createTransport({ url: smtpUrl, ...limits });
  let transport: ReturnType<typeof connect> | undefined;
  return async ({ open }, payload) => {
    const id = Number(payload.mail_id);
    const mail = await open(staffScope, (tx) => claimMail(tx, id));
    if (!mail || mail.state === 'sent' || mail.state === 'kept') return;
    if (!mail.is_claimed) throw new Error('This mail is being sent by another job.');
    const settle = (state: string, problem: string) =>
      open(staffScope, (tx) =>
        sql`update mails set state = ${state}, problem = ${problem}, sending_since = null, sent_at = case when ${state} = 'sent' then now() end
          ${state === 'failed' ? sql`` : sql`, ${maskedBody}`} where id = ${id}`.execute(tx),
      );
    if (!smtpUrl) {
      await settle('kept', '');
      return;
    }
    try {
      const { recipient: to, subject, body_sealed } = mail;
      const attachments = await attachmentsOf(open, vault, id);
      transport ??= connect();
      await (await transport).sendMail({ from, to, subject, text: vault.open(body_sealed), attachments });
      await settle('sent', '');
    } catch (error) {
      await settle('failed', errorText(error).slice(0, 500));
      throw error;
    }
  };
}
