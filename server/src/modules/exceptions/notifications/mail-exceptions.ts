import { type Exception, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { staffScope, type Tx } from '../../../platform/database/tx.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { Tools } from '../../../platform/module.ts';
import { readLetterhead } from '../../company/index.ts';
import { kindsFor, markOpened } from '../exceptions.view.ts';
import { lockNotification, readNotified } from './notifications.store.ts';

type MailTools = Pick<Tools, 'findActor' | 'registry' | 'queueMail'>;

/** Exceptions that a mail names. */
const NAMED_MAX = 50;

function mailText(actor: Actor, company: string, opened: readonly Exception[]): MailText {
  const t = textFor(actor.lang);
  const lines = opened.slice(0, NAMED_MAX).map(({ severity, sentence, client }) =>
    t('exceptionMail.line', {
      severity: t(`exceptions.severities.${severity}`),
      sentence,
      client: client || t('exceptions.company'),
    }),
  );
  const more = opened.length - lines.length;
  return {
    to: actor.email,
    subject: t('exceptionMail.subject', { company, count: opened.length }),
    text: `${[
      t('exceptionMail.holds'),
      '',
      ...lines,
      ...(more > 0 ? [t('exceptionMail.more', { n: more })] : []),
      '',
      t('exceptionMail.off'),
    ].join('\n')}\n`,
  };
}

/** Users who cannot sign in at the moment are not mailed. */
const findReader = ({ findActor }: Pick<Tools, 'findActor'>, userId: number) =>
  findActor(userId).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  });

/** Mails what opened since the last time and is still open, with what the user may see now. The mail and what was mailed are one transaction. */
async function mailOpened(tx: Tx, actor: Actor, { registry, queueMail }: MailTools): Promise<void> {
  const wanted = await lockNotification(tx, actor.id);
  if (!wanted) return;
  const seen = kindsFor(registry, actor);
  const kinds = wanted.kinds.length ? seen.filter(({ name }) => wanted.kinds.includes(name)) : seen;
  const opened = await markOpened(tx, kinds, actor, wanted);
  if (opened.length === 0) return;
  const { name } = await readLetterhead(tx);
  await queueMail(tx, mailText(actor, name, opened));
}

/** Every few minutes: one mail for each user whom something new concerns. */
export const mailExceptionsJob = (tools: MailTools): Job =>
  Object.assign<Job, Pick<Job, 'isQuiet'>>(
    async ({ open }) => {
      for (const userId of await open(staffScope, readNotified)) {
        const actor = await findReader(tools, userId);
        if (actor) await open(staffScope, (tx) => mailOpened(tx, actor, tools));
      }
    },
    { isQuiet: true },
  );
