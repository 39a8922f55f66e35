import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { inOnePacket } from './packet.ts';

/** Holds back what is written to the socket until this turn's work is done, so that it leaves together. */
function gatherTurn(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * One connection for questions of one statement that everybody asks: who is calling. It is pipelined, so that nobody
 * waits for another's answer, and the questions of one turn leave in one packet; a pool would wake a backend for each.
 */
export class SharedConnection {
  private client: Promise<pg.Client> | undefined;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly log: Log,
  ) {}

  /** A connection that was lost is opened anew by whoever asks next. */
  private open(): Promise<pg.Client> {
    const client = new pg.Client(this.config);
    // An end comes after its error, when another may already stand in its place: each loses only itself.
    const lose = () => {
      if (this.client === opened) this.client = undefined;
    };
    client.on('error', (error) => {
      this.log.warn({ error: error.message }, 'the connection for look-ups was lost');
      lose();
    });
    client.on('end', lose);
    const opened = client.connect().then(() => client);
    opened.catch(lose);
    return opened;
  }

  async query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    this.client ??= this.open();
    const client = await this.client;
    gatherTurn(client);
    const [answer] = await inOnePacket(client, [{ name, text, values }]);
    return (answer?.rows ?? []) as Row[];
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    await client?.end().catch(() => {});
  }
}
