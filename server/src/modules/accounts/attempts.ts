import { boundedQueue, QueueIsFull } from '../../platform/bounded-queue.ts';
import { sql } from '../../platform/database/sql.ts';
import { authScope, type Open, type Tx } from '../../platform/database/tx.ts';
import { busy, invalid, tooMany } from '../../platform/http/problem.ts';
import { networkOf } from '../../platform/network.ts';
import { FAILURES_MAX, type RecentFailure, secondsToWait, WINDOW_SECONDS } from './attempt-rules.ts';
import { passwordFits } from './passwords.ts';

/** An attempt to give the password of an account, or to scan a badge of it. */
export interface Attempt {
  email: string;
  address: string;
  agent: string;
}

export interface Account {
  id: number;
  password_hash: string;
  is_active: boolean;
  is_barred: boolean;
}

interface CountedAttempt {
  attemptId: number;
  account: Account | undefined;
}

/** Key space of the two-key advisory locks for attempts by network. */
const LOCK_SPACE = 7_263_042;

/** A flood of attempts must leave connections for other sign-ins. */
const counting = boundedQueue({ atOnce: 4, waitingMax: 1000 });

function queued<Result>(open: Open, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return counting
    .run(() => open(authScope, work))
    .catch((error: unknown) => {
      throw error instanceof QueueIsFull ? busy(2) : error;
    });
}

async function recentFailures(tx: Tx, network: string): Promise<RecentFailure[]> {
  // One at a time per network, across processes: the count must include concurrent attempts. Both statements are sent
  // in one batch; the second gets its snapshot after the first has got its lock.
  const locked = sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${network}))`.execute(tx);
  const counted = sql<RecentFailure>`
    select email, extract(epoch from clock_timestamp() - at)::float8 as age_seconds from sign_ins
    where network = ${network} and not succeeded and at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
    order by at desc limit ${FAILURES_MAX.network}`.execute(tx);
  const [, { rows }] = await Promise.all([locked, counted]);
  return rows;
}

async function accountOf(tx: Tx, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.password_hash, u.is_active, ((r.is_active is false and not u.is_su) or c.is_active is false) as is_barred
    from users u left join roles r on r.id = u.role_id left join clients c on c.id = u.client_id
    where u.email = ${email}`.execute(tx);
  return rows[0];
}

async function insertAttempt(tx: Tx, { email, address, agent }: Attempt, network: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sign_ins (at, email, succeeded, address, network, agent)
    values (clock_timestamp(), ${email}, false, ${address}, ${network}, ${agent}) returning id`.execute(tx);
  if (!rows[0]) throw new Error('The attempt was not written.');
  return rows[0].id;
}

/** Stores the attempt as failed before anything is hashed; it is updated when it succeeds. */
export async function countAttempt(open: Open, attempt: Attempt): Promise<CountedAttempt> {
  const network = networkOf(attempt.address);
  return queued(open, async (tx) => {
    const wait = secondsToWait(await recentFailures(tx, network), attempt.email);
    if (wait) throw tooMany(wait);
    const [attemptId, account] = await Promise.all([insertAttempt(tx, attempt, network), accountOf(tx, attempt.email)]);
    return { attemptId, account };
  });
}

const deleteAttempt = (open: Open, attemptId: number) =>
  queued(open, (tx) => sql`delete from sign_ins where id = ${attemptId}`.execute(tx));

/** Checks the password of an attempt, outside any transaction; every check is counted first. */
export async function checkAttempt(
  open: Open,
  attempt: Attempt,
  password: string,
): Promise<CountedAttempt & { fits: boolean }> {
  const counted = await countAttempt(open, attempt);
  try {
    return { ...counted, fits: await passwordFits(password, counted.account?.password_hash) };
  } catch (error) {
    // A password that was not checked revealed nothing, so the attempt does not count.
    await deleteAttempt(open, counted.attemptId);
    throw error;
  }
}

/**
 * Asks a signed-in user for the password again. It counts like a sign-in, so that the holder of a stolen session
 * cannot guess faster here.
 */
export async function confirmPassword(open: Open, attempt: Attempt, password: string): Promise<void> {
  const { attemptId, fits } = await checkAttempt(open, attempt, password);
  if (!fits) throw invalid('current_password', 'CurrentPasswordIsWrong');
  await deleteAttempt(open, attemptId);
}

export async function markSucceeded(tx: Tx, attemptId: number, userId: number): Promise<void> {
  await sql`update sign_ins set succeeded = true, user_id = ${userId} where id = ${attemptId}`.execute(tx);
}
