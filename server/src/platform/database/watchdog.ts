import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Log } from '../log.ts';
import { sendBatch } from './batch.ts';
import { backendOf, socketOf } from './driver.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { DatabaseLimits } from './limits.ts';

/** After this time without an answer PostgreSQL is asked what the backend is doing, and again at this interval. */
const SUSPECT_MS = 1_000;
const ASK_EVERY_MS = 500;
/** For connecting and for an answer. A PostgreSQL that does not answer at all gives no verdict on one backend. */
const ASK_MS = 2_000;
/** How long an idle connection may take to answer when another one of its pool was found dead. */
const PROBE_MS = 1_000;
/** Clocks and rounding. */
const SLACK_MS = 250;

/** What PostgreSQL knows about a backend, as far as it tells the backend's own login. */
export interface BackendState {
  pid: number;
  state: string | null;
  wait_event_type: string | null;
  /** Since it took up or answered its last command. */
  state_ms: number;
  query_ms: number | null;
}

/** What the operating system knows, when the backend runs on this machine. */
export interface ProcessState {
  isStopped: boolean;
  /** It computes, or waits for a processor. */
  isRunnable: boolean;
  /** Processor time used so far. */
  ticks: number;
}

export type Verdict = 'alive' | 'dead';

/**
 * Whether a backend gets on with a command that it was sent `age` ms ago. A long statement is no reason to end it; what
 * counts is that the backend took it up, and that it computes or waits for something that PostgreSQL itself limits.
 */
export function judge(
  backend: BackendState | undefined,
  age: number,
  { lockMs, graceMs }: Pick<DatabaseLimits, 'lockMs' | 'graceMs'>,
  now?: ProcessState,
  before?: ProcessState,
): Verdict {
  if (!backend) return 'dead';
  // However long it takes: on a busy machine others are served first.
  if (now?.isRunnable) return 'alive';
  // Idle since before the command was sent: it never took it up.
  if (backend.state !== 'active') return backend.state_ms >= age - SLACK_MS ? 'dead' : 'alive';
  if (now?.isStopped) return 'dead';
  // It would have given up waiting for the lock.
  if (backend.wait_event_type === 'Lock') return (backend.query_ms ?? 0) > lockMs + graceMs ? 'dead' : 'alive';
  // It waits for nothing, so it should compute.
  if (backend.wait_event_type === null && now && before) return now.ticks === before.ticks ? 'dead' : 'alive';
  return 'alive';
}

/** Undefined on another machine, and where there is no /proc. */
function processOf(client: pg.ClientBase): ProcessState | undefined {
  const { host, processID } = backendOf(client);
  if (!host.startsWith('/') && !['localhost', '127.0.0.1', '::1'].includes(host)) return undefined;
  try {
    const text = readFileSync(`/proc/${processID}/stat`, 'utf8');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    // Another process with the same number: PostgreSQL runs in a container.
    if (!name.startsWith('postgres')) return undefined;
    // The third field is the state; the 14th and 15th are the times in user and kernel mode.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      isStopped: fields[0] === 'T' || fields[0] === 't',
      isRunnable: fields[0] === 'R',
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  } catch {
    return undefined;
  }
}

const pidOf = (client: pg.ClientBase) => backendOf(client).processID;

/** Statements that were sent and not yet answered. */
interface Unanswered {
  client: pg.ClientBase;
  since: number;
  end: (error: Error) => void;
  process: ProcessState | undefined;
  /** Judged dead the last time; only the second time in a row counts. */
  wasDead: boolean;
}

const stateSql = `select pid, state, wait_event_type,
    (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as state_ms,
    (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as query_ms
  from pg_stat_activity where pid = any($1::int[])`;

/**
 * Finds connections of a pool whose backend has stopped, by the backend's own progress, long before the time limits of
 * a write would: the call is answered and its connection destroyed after two to three seconds. PostgreSQL is asked on
 * another connection of the same login, which is open as long as there is something to ask.
 */
export class BackendWatchdog {
  private readonly unanswered = new Set<Unanswered>();
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> | undefined;
  private asker: pg.Client | undefined;
  private probing: Promise<void> | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly config: pg.ClientConfig,
    private readonly limits: DatabaseLimits,
    private readonly log: Log,
  ) {}

  /** Watches a command of a connection until the returned function is called; `end` answers it with an error. */
  watch(client: pg.ClientBase, end: (error: Error) => void): () => void {
    const entry = { client, since: performance.now(), end, process: undefined, wasDead: false };
    this.unanswered.add(entry);
    this.timer ??= setInterval(() => this.look(), ASK_EVERY_MS).unref();
    return () => {
      this.unanswered.delete(entry);
      if (this.unanswered.size) return;
      clearInterval(this.timer);
      this.timer = undefined;
      if (!this.asking) this.hangUp();
    };
  }

  private look(): void {
    if (this.asking) return;
    const suspects = [...this.unanswered].filter(({ since }) => performance.now() - since > SUSPECT_MS);
    if (!suspects.length) {
      this.hangUp();
      return;
    }
    this.asking = this.ask(suspects)
      .catch((error: Error) => {
        // It may not react to the Terminate message either.
        if (this.asker) socketOf(this.asker).destroy();
        this.asker = undefined;
        this.log.warn({ error: error.message }, 'the state of a backend could not be read');
      })
      .finally(() => {
        this.asking = undefined;
        if (!this.unanswered.size) this.hangUp();
      });
  }

  private async connect(): Promise<pg.Client> {
    if (this.asker) return this.asker;
    const client = new pg.Client({ ...this.config, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
    client.on('error', () => {});
    this.asker = client;
    await client.connect();
    return client;
  }

  private hangUp(): void {
    const { asker } = this;
    this.asker = undefined;
    asker?.end().catch(() => {});
  }

  private async ask(suspects: readonly Unanswered[]): Promise<void> {
    const asker = await this.connect();
    const { rows } = await asker.query<BackendState>(stateSql, [suspects.map((each) => pidOf(each.client))]);
    const dead = suspects.filter((each) => this.isDead(each, rows));
    // While the first verdict waits for the second: nobody shall get another connection that has stopped.
    if (suspects.some(({ wasDead }) => wasDead))
      this.probing ??= this.probeIdle().finally(() => {
        this.probing = undefined;
      });
    if (dead.length) await this.giveUp(asker, dead);
  }

  private async giveUp(asker: pg.Client, dead: readonly Unanswered[]): Promise<void> {
    // When it runs again it must not execute what its caller was told has failed.
    await asker.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
      dead.map((each) => pidOf(each.client)),
    ]);
    for (const { client: lost, end } of dead) {
      this.log.warn({ pid: pidOf(lost) }, 'a database backend has stopped; its connection is given up');
      end(new DatabaseUnavailable('The database backend has stopped.'));
    }
  }

  /** Dead when it was found so twice in a row, and its command is still not answered. */
  private isDead(suspect: Unanswered, rows: readonly BackendState[]): boolean {
    if (!this.unanswered.has(suspect)) return false;
    const before = suspect.process;
    suspect.process = processOf(suspect.client);
    const backend = rows.find(({ pid }) => pid === pidOf(suspect.client));
    const age = performance.now() - suspect.since;
    const isDead = judge(backend, age, this.limits, suspect.process, before) === 'dead';
    const isCertain = isDead && suspect.wasDead;
    suspect.wasDead = isDead;
    return isCertain;
  }

  /** What stopped one backend may have stopped others: idle connections have to answer before a call gets them. */
  private async probeIdle(): Promise<void> {
    const probes = Array.from({ length: this.pool.idleCount }, async () => {
      const client = await this.pool.connect();
      await sendBatch(client, [{ text: 'select', values: [] }], PROBE_MS).then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    });
    await Promise.allSettled(probes);
  }
}
