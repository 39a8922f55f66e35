import pg from 'pg';
import type { Log } from '../log.ts';
import { isStalePlan, sendBatch } from './batch.ts';
import { socketOf } from './driver.ts';
import { DatabaseUnavailable } from './errors.ts';
import { databaseLimits } from './limits.ts';
import { discardPreparedStatements } from './prepared-statements.ts';

/** Delays writes to the socket until the end of this tick, so that its statements are sent in one network write. */
function corkForTick(client: pg.ClientBase): void {
  const stream = socketOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** After this time without an answer, new queries go to the other connection. */
const UNRESPONSIVE_MS = 250;

/** One connection, opened on first use and reopened after it was lost. */
class ReconnectingConnection {
  private client: Promise<pg.Client> | undefined;
  /** When each unanswered query was sent, oldest first. */
  private readonly unanswered = new Set<{ since: number }>();

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly log: Log,
    private readonly timeoutMs: number,
  ) {}

  get isUnresponsive(): boolean {
    const [oldest] = this.unanswered;
    return oldest !== undefined && performance.now() - oldest.since > UNRESPONSIVE_MS;
  }

  private open(): Promise<pg.Client> {
    const client = new pg.Client(this.config);
    // 'end' follows 'error', possibly after a new connection was opened: each event clears only its own.
    const forget = () => {
      if (this.client === opened) this.client = undefined;
    };
    client.on('error', (error) => {
      this.log.warn({ error: error.message }, 'a connection for look-ups was lost');
      forget();
    });
    client.on('end', forget);
    const opened = client.connect().then(
      () => client,
      (error: Error) => {
        throw new DatabaseUnavailable(`No database connection: ${error.message}`, { cause: error });
      },
    );
    opened.catch(forget);
    return opened;
  }

  async query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    this.client ??= this.open();
    const pending = { since: performance.now() };
    this.unanswered.add(pending);
    try {
      const client = await this.client;
      corkForTick(client);
      const [answer] = await sendBatch(client, [{ text, values }], this.timeoutMs);
      return (answer?.rows ?? []) as Row[];
    } finally {
      this.unanswered.delete(pending);
    }
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    if (!client) return;
    // A backend that does not answer will not react to the Terminate message either.
    const timer = setTimeout(() => socketOf(client).destroy(), this.timeoutMs);
    await client.end().catch(() => {});
    clearTimeout(timer);
  }
}

/**
 * For single-statement look-ups that every request needs: who is calling. They share one pipelined connection, where
 * a pool would wake one backend for each. A second connection takes over when the first one stops answering, so
 * look-ups must be safe to repeat.
 */
export class SharedConnection {
  private readonly connections: [ReconnectingConnection, ReconnectingConnection];

  constructor(config: pg.ClientConfig, log: Log, limits = databaseLimits) {
    const { lookupMs } = limits;
    const connection = () =>
      new ReconnectingConnection({ ...config, connectionTimeoutMillis: lookupMs }, log, lookupMs);
    this.connections = [connection(), connection()];
  }

  /** Queries one connection and, when that one is lost or does not respond, the other. */
  async query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const [first, second] = this.connections;
    const [chosen, other] = first.isUnresponsive && !second.isUnresponsive ? [second, first] : [first, second];
    try {
      return await chosen.query<Row>(text, values);
    } catch (error) {
      const isStale = isStalePlan(error);
      if (isStale) discardPreparedStatements();
      if (!isStale && !(error instanceof DatabaseUnavailable)) throw error;
      return other.query<Row>(text, values);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.end()));
  }
}
