import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareWriters, rowsLeft, wrong } from '../durable-writes.ts';
import { eventually } from '../harness.ts';
import { KillableServer, sleep } from '../killable.ts';
import { seeded } from '../simulation/random.ts';
import { describeFault, planFaults, strike } from './faults.ts';
import { type Load, mailSql, startLoad } from './load.ts';

/** Set by `npm run chaos -- --minutes 10 --seed 7`; without them this is a short run with a generous limit. */
const SEED = Number(process.env.CHAOS_SEED ?? 1);
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 6);
const BACK_MS = Number(process.env.CHAOS_BACK_MS ?? 90_000);
const SETTLE_MS = 240_000;

type Servers = [KillableServer, KillableServer];
let servers: Servers;
let load: Load | undefined;

const log = (line: string) => process.env.CHAOS_SEED && process.stdout.write(`${line}\n`);

/** Returns how long it took until a server could write again. */
async function untilServing(server: KillableServer, token: string, name: string, since: number): Promise<number> {
  for (let probe = 0; ; probe++) {
    const body = { type: 'customer', name: `probe ${name} ${probe}` };
    const { status } = await server.post('/api/v3/relations', body, { authorization: `Bearer ${token}` });
    if (status === 200) return Date.now() - since;
    if (Date.now() - since > BACK_MS) {
      log(`the last answer was ${status}; ${server.crashes.join('\n')}`);
      return Number.POSITIVE_INFINITY;
    }
    await sleep(50);
  }
}

/** Acts as a supervisor: restarts what has exited, and again when it could not start. */
async function restart(server: KillableServer): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await server.start();
    } catch (error) {
      if (attempt === 5) throw error;
    }
}

/** One fault after the other until the time is over. Returns those after which service was away for too long. */
async function strikeOn(token: string): Promise<{ count: number; late: string[] }> {
  const end = Date.now() + SECONDS * 1000;
  const late: string[] = [];
  let count = 0;
  for (const planned of planFaults(seeded(SEED), servers.length)) {
    if (Date.now() >= end) return { count, late };
    const struck = Date.now();
    const undo = await strike(servers, planned);
    const victim = servers[planned.victim] as KillableServer;
    const other = servers[1 - planned.victim] as KillableServer;
    // From here on the service must recover without help.
    const isUndone = planned.fault === 'freeze a server' || planned.fault === 'freeze PostgreSQL';
    const undone = isUndone ? Date.now() : struck;
    const name = `${++count} ${describeFault(planned)}`;
    const back = [untilServing(other, token, `${count} other`, undone)];
    if (planned.fault === 'kill a server') await restart(victim);
    back.push(untilServing(victim, token, `${count} victim`, planned.fault === 'kill a server' ? Date.now() : undone));
    const took = Math.max(...(await Promise.all(back)));
    undo();
    log(`${name}: back after ${took} ms`);
    if (took > BACK_MS) late.push(`${name}: ${took} ms`);
    await sleep(planned.pauseMs);
  }
  return { count, late };
}

/** Waits until nothing is left to do: every event is dispatched or parked, and no job is left that could run now. */
const settled = () =>
  eventually(async () => {
    const [left] = await servers[0]
      .rows<{ events: number; jobs: number; mails: number }>(
        `select (select count(*)::int from events where dispatched_at is null and parked_at is null) as events,
           (select count(*)::int from graphile_worker._private_jobs
            where attempts < max_attempts and (locked_at is not null or run_at <= now() + interval '1 hour')
              and task_id in (select id from graphile_worker._private_tasks where identifier = 'send-mail')) as jobs,
           (select count(*)::int from mails where state = 'queued') as mails`,
      )
      .catch(() => []);
    return left && left.events + left.jobs + left.mails === 0 ? true : undefined;
  }, SETTLE_MS);

// The servers use their own PostgreSQL, whatever the other tests run on: once is enough.
describe.runIf(!process.env.TEST_ADMIN_URL)('two servers under load, killed and stopped at random', () => {
  beforeAll(async () => {
    const first = await KillableServer.make();
    servers = [first, await first.sibling()];
    for (const server of servers) await server.start();
  }, SETTLE_MS);

  afterAll(async () => {
    for (const server of servers) {
      server.thaw();
      await server.end('SIGTERM');
    }
    servers[0].remove();
  }, SETTLE_MS);

  test(
    `nothing acknowledged is lost and service comes back (seed ${SEED}, ${SECONDS} s)`,
    async () => {
      const draws = await prepareWriters(servers[0], SEED);
      const token = await servers[0].signIn('client@longshore.test');
      load = startLoad(servers, draws);
      const { count, late } = await strikeOn(token);
      await load.stop();
      await settled();
      const { written, mails } = load;
      log(`${count} faults, ${written.acknowledged.length} writes acknowledged, ${mails.length} mails`);
      expect(servers.flatMap(({ crashes, errors }) => [...crashes, ...errors(/a worker has stopped/)])).toEqual([]);
      expect(count).toBeGreaterThan(0);
      expect(written.acknowledged.length).toBeGreaterThan(0);
      const left = await rowsLeft(servers[0]);
      expect(wrong(written.acknowledged, left, ({ rows }) => rows)).toEqual([]);
      expect(wrong(written.refused, left, () => 0)).toEqual([]);
      expect(left.size).toBe(written.acknowledged.length);
      const kept = await servers[0].rows<{ recipient: string }>(
        "select recipient from mails where subject = 'Chaos' and state = 'kept'",
      );
      const recipients = new Set(kept.map(({ recipient }) => recipient));
      expect(mails.filter((recipient) => !recipients.has(recipient))).toEqual([]);
      expect(await servers[0].rows('select id from events where parked_at is not null')).toEqual([]);
      expect(await servers[0].ailments()).toEqual([]);
      // Last, so that a slow machine does not hide what was lost.
      expect(late).toEqual([]);
    },
    SECONDS * 1000 + 2 * SETTLE_MS,
  );

  test(
    'while a server is frozen the other dispatches events and works off jobs',
    async () => {
      // One of the two is the dispatcher: each is frozen once.
      for (const [index, server] of servers.entries()) {
        const recipient = `frozen-${index}@longshore.test`;
        server.freeze();
        try {
          await servers[0].rows(mailSql(recipient));
          await eventually(async () => {
            const [mail] = await servers[0].rows<{ state: string }>(
              `select state from mails where recipient = '${recipient}'`,
            );
            return mail?.state === 'kept' ? true : undefined;
          }, SETTLE_MS);
        } finally {
          server.thaw();
        }
      }
    },
    2 * SETTLE_MS,
  );
});
