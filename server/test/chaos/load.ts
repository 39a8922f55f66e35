import { type Draw, type Outcome, send, type Write, type Written } from '../durable-writes.ts';
import { type KillableServer, sleep } from '../killable.ts';

const RETRY_MS = 100;
const MAIL_EVERY_MS = 200;

export interface Load {
  written: Written;
  /** Recipients of mail whose transaction was committed. */
  mails: string[];
  /** Resolves when every write has its answer. */
  stop(): Promise<void>;
}

/** Repeats a write with its key, alternating between the servers, until it is answered. */
async function insist(servers: readonly KillableServer[], write: Write, first: number): Promise<Outcome> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await send(servers[(first + attempt) % servers.length] as KillableServer, write);
    if (outcome !== 'unknown') return outcome;
    await sleep(RETRY_MS);
  }
}

/** A mail with its event, as a business transaction writes them: a job has to follow. */
export const mailSql = (recipient: string) => `
  with mail as (insert into mails (recipient, subject, body_sealed) values ('${recipient}', 'Chaos', '\\x00') returning id)
  insert into events (kind, payload) select 'mail.queued', jsonb_build_object('mail_id', id) from mail`;

/** All users write as fast as they are answered; in parallel mail is queued, which makes events and jobs. */
export function startLoad(servers: readonly [KillableServer, ...KillableServer[]], draws: readonly Draw[]): Load {
  const written: Written = { acknowledged: [], refused: [], unknown: [] };
  const mails: string[] = [];
  let stopped = false;
  const writing = draws.map(async (draw, writer) => {
    for (let turn = 0; !stopped; turn++) {
      const write = draw('chaos', turn);
      written[await insist(servers, write, writer + turn)].push(write);
    }
  });
  const mailing = async () => {
    for (let turn = 0; !stopped; turn++) {
      const recipient = `chaos-${turn}@longshore.test`;
      const isCommitted = await servers[0].rows(mailSql(recipient)).then(
        () => true,
        () => false,
      );
      if (isCommitted) mails.push(recipient);
      await sleep(MAIL_EVERY_MS);
    }
  };
  const running = Promise.all([...writing, mailing()]);
  return {
    written,
    mails,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
