import type pg from 'pg';
import { type Answer, type Statement, sendBatch, type Watch } from './batch.ts';
import { cancelStatement } from './cancel.ts';

/**
 * Is passed the statements of every batch before it is sent. Used by tests only, to count round trips and check lock
 * order.
 */
export type BatchObserver = (transaction: object, texts: readonly string[]) => void;
export const batchObservers = new Set<BatchObserver>();

/**
 * Sends the statements of one transaction to PostgreSQL. Those issued in the same tick are sent in one network write,
 * because round trips cost more than most statements.
 */
export class PipelinedConnection {
  private pending: Statement[] = [];
  private answers: Promise<Answer[]> | undefined;
  private isOpen = false;
  private isOver = false;
  private stopped: Error | undefined;
  /** Why the transaction can no longer commit: the error of the first batch that failed. */
  failure: unknown;
  private cancelling: Promise<void> | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    /** How long a batch may take before the connection counts as dead. */
    private readonly timeoutMs: number,
    private readonly watch?: Watch,
  ) {}

  query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    // The pool may have given the connection to another transaction.
    if (this.isOver) throw new Error('The transaction is over.');
    if (this.stopped) throw this.stopped;
    const index = this.pending.push({ text, values }) - 1;
    this.answers ??= new Promise((resolve) => process.nextTick(() => resolve(this.send())));
    return this.answers.then((answers) => answers[index] as Answer);
  }

  private async send(): Promise<Answer[]> {
    const statements = this.pending;
    this.pending = [];
    this.answers = undefined;
    if (this.stopped) throw this.stopped;
    if (!statements.length) throw new Error('The transaction was rolled back before it was sent.');
    this.isOpen = true;
    const texts = statements.map(({ text }) => text);
    for (const observe of batchObservers) observe(this, texts);
    try {
      return await sendBatch(this.client, statements, this.timeoutMs, this.watch);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  /** No statement may follow. */
  end(): void {
    this.isOver = true;
  }

  /** Cancels the running statements and rejects later ones, both with `reason`. */
  cancel(reason: Error): void {
    if (this.isOver || this.stopped) return;
    this.stopped = reason;
    if (!this.isOpen) return;
    this.cancelling = cancelStatement(this.client);
    this.cancelling.catch(() => {});
  }

  /** The reason of the cancellation, if it was cancelled. */
  get cancelled(): Error | undefined {
    return this.stopped;
  }

  /**
   * Rolls back what was sent and drops what was not. Rejects when the connection cannot be reused: it is lost, or a
   * pending cancel request could hit the next transaction.
   */
  async rollBack(): Promise<void> {
    this.pending = [];
    this.isOver = true;
    await this.cancelling;
    if (this.isOpen) await sendBatch(this.client, [{ text: 'rollback', values: [] }], this.timeoutMs, this.watch);
  }
}
