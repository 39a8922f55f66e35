import { ApiFailure } from './call.ts';
import { currentConnection, onReconnect } from './connection.ts';
import {
  type KeptFailure,
  onScansRemoved,
  type PendingCommand,
  type PendingState,
  type ScanStore,
} from './kept-scans.ts';
import { newId } from './new-id.ts';
import { forgetScanTime, recordScanTime, serverNow } from './server-clock.ts';
import { endSession, onSessionChange, sessionState } from './session.ts';

export interface ScanQueueOptions<Input, Result> {
  /** Sends the command with the key. It is called again when there was no answer. `keep` stores a changed `context`. */
  run: (input: Input, key: string, keep: () => void) => Promise<Result>;
  /** `isLast`: nothing else is pending, so that this is the moment to refresh lists. */
  onDone: (result: Result, command: PendingCommand<Input>, isLast: boolean) => void;
  /** The server refused it, or our own code failed with it; the queue goes on with the next. */
  onRefused: (failure: ApiFailure, command: PendingCommand<Input>) => void;
  /**
   * Keeps what waits across a reload; `context` is what the first waiting command refers to. With `always` it is kept
   * also while nothing waits, for a screen that opens again as it was.
   */
  kept?: { store: ScanStore<Input>; context: () => string; always?: boolean };
  /**
   * For commands that depend on each other (those of one shipment): a refused one stays in front, and those behind it
   * wait until a person has retried or dropped it. Other queues go on.
   */
  stops?: boolean;
}

interface Outcome {
  tell: () => void;
  /** Set when it stays in front of the queue. */
  refused?: KeptFailure;
}

/** No answer, an overloaded or starting server or proxy, an ended session: the same command succeeds later. */
const TRANSIENT = new Set([0, 401, 408, 425, 429, 499, 502, 503, 504, 520, 521, 522, 523, 524]);
/**
 * The status of an error in our own code: it is not repeated, because it would fail for ever and hold up all others.
 */
const DEFECT = 500;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 8_000;

/**
 * Commands made by scanning, executed one at a time in the order in which they were scanned. While the server cannot be
 * reached they wait; each is repeated under its own idempotency key until the server has answered it.
 */
export class ScanQueue<Input, Result> {
  private commands: readonly PendingCommand<Input>[] = [];
  private readonly listeners = new Set<() => void>();
  private isRunning = false;
  private isStopped = false;
  /** Ends the current wait; for stop(). */
  private wake = () => {};
  private close: (() => void) | undefined;

  constructor(private readonly options: ScanQueueOptions<Input, Result>) {
    this.read();
  }

  private read(): void {
    // Whether one that was on its way has arrived is not known.
    this.commands = (this.options.kept?.store.read().commands ?? []).map((each) =>
      each.state === 'sending' ? { ...each, state: 'unsure' } : each,
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly pending = (): readonly PendingCommand<Input>[] => this.commands;

  /** Takes a command, and returns its key. */
  readonly add = (input: Input): string => {
    const at = Date.now();
    const key = newId();
    this.set([...this.commands, { key, input, at, moment: serverNow(at), state: 'waiting' }]);
    if (!this.isRunning) void this.work();
    return key;
  };

  /** Removes commands that wait. One that was sent stays, because it may have been done. */
  readonly cancel = (keys: readonly string[]): void =>
    this.set(this.commands.filter(({ key, state }) => state !== 'waiting' || !keys.includes(key)));

  /** Sends a refused command once more, under its key: what is refused has not used it up. */
  readonly retry = (key: string): void => {
    this.set(
      this.commands.map((command) => {
        if (command.key !== key || command.state !== 'refused') return command;
        const { failure: _, ...again } = command;
        return { ...again, state: 'waiting' };
      }),
    );
    if (!this.isRunning) void this.work();
  };

  /** Removes a refused command; what is behind it goes on. */
  readonly drop = (key: string): void => {
    this.set(this.commands.filter((command) => command.key !== key || command.state !== 'refused'));
    if (!this.isRunning) void this.work();
  };

  readonly start = (): void => {
    this.isStopped = false;
    this.close ??= this.opened();
    this.keep();
    if (!this.isRunning && this.commands.length > 0) void this.work();
  };

  private opened(): () => void {
    const close = this.options.kept?.store.open();
    const stopListening = onScansRemoved(this.leave);
    return () => {
      stopListening();
      close?.();
    };
  }

  /** Nothing more is sent, and what waits is discarded. A page that is reloaded or crashes does not get here. */
  readonly stop = (): void => {
    if (!this.isStopped) this.options.kept?.store.write({ commands: [], context: '' });
    this.leave();
  };

  /** Nothing more is sent from here; what waits stays on the device. */
  readonly leave = (): void => {
    this.isStopped = true;
    this.close?.();
    this.close = undefined;
    this.wake();
  };

  private set(commands: readonly PendingCommand<Input>[]): void {
    this.commands = commands;
    this.keep();
    for (const listener of this.listeners) report(listener);
  }

  /** Stores what waits with its context; for a context that changed without a command. */
  readonly keep = (): void => {
    const { kept } = this.options;
    if (!kept || this.isStopped) return;
    const isUsed = kept.always === true || this.commands.length > 0;
    kept.store.write({ commands: this.commands, context: isUsed ? kept.context() : '' });
  };

  private setState(key: string, state: PendingState): void {
    this.set(this.commands.map((command) => (command.key === key ? { ...command, state } : command)));
  }

  private async work(): Promise<void> {
    this.isRunning = true;
    try {
      let attempts = 0;
      for (let next = this.next(); next && !this.isStopped; next = this.next()) {
        if (currentConnection().state === 'down') {
          await this.waitFor(onReconnect);
          attempts = 0;
        } else {
          attempts = (await this.attempt(next)) ? 0 : attempts + 1;
        }
        if (attempts > 0 && !this.isStopped) await this.pause(attempts);
      }
    } finally {
      this.isRunning = false;
    }
  }

  private next(): PendingCommand<Input> | undefined {
    const [first] = this.commands;
    return first?.state === 'refused' ? undefined : first;
  }

  /** False when it has to be sent again. */
  private async attempt(command: PendingCommand<Input>): Promise<boolean> {
    const { key, state } = command;
    if (state === 'waiting') this.setState(key, 'sending');
    // Stored before it is sent: otherwise a scan that was sent and then lost could be scanned, and done, once more.
    await this.options.kept?.store.saved();
    if (this.isStopped) return false;
    const outcome = await this.send(command);
    if (!outcome) return false;
    if (outcome.refused) this.refuse(key, outcome.refused);
    else this.set(this.commands.filter((each) => each.key !== key));
    if (!this.isStopped) report(outcome.tell);
    // The outcome may have changed what the next command refers to.
    this.keep();
    return true;
  }

  private refuse(key: string, failure: KeptFailure): void {
    this.set(this.commands.map((each) => (each.key === key ? { ...each, state: 'refused', failure } : each)));
  }

  /** What to do with the answer; undefined when there was none. */
  private async send(command: PendingCommand<Input>): Promise<Outcome | undefined> {
    const { key, input, state, moment } = command;
    if (moment !== undefined) recordScanTime(key, moment);
    try {
      const result = await this.options.run(input, key, () => this.keep());
      return { tell: () => this.options.onDone(result, command, this.commands.length === 0) };
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : new ApiFailure(DEFECT);
      if (failure !== error) console.error(error);
      // The user signs in again in a dialog over the scans that wait.
      if (failure.status === 401) endSession();
      if (!TRANSIENT.has(failure.status)) return this.refusal(failure, command);
      this.setState(key, failure.status === 0 || state === 'unsure' ? 'unsure' : 'waiting');
      return undefined;
    } finally {
      forgetScanTime(key);
    }
  }

  private refusal(failure: ApiFailure, command: PendingCommand<Input>): Outcome {
    const { status, code, message, errors, keys, reference } = failure;
    const tell = () => this.options.onRefused(failure, command);
    return this.options.stops ? { tell, refused: { status, code, message, errors, keys, reference } } : { tell };
  }

  /** Until the connection is back, the user has signed in again, or some time has passed. */
  private async pause(attempts: number): Promise<void> {
    if (isSignedOut()) await this.waitFor(onSessionChange);
    else if (currentConnection().state !== 'down') {
      const delay = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (attempts - 1));
      await this.waitFor((resume) => {
        const timer = setTimeout(resume, delay);
        return () => clearTimeout(timer);
      });
    }
  }

  private async waitFor(subscribe: (resume: () => void) => () => void): Promise<void> {
    let unsubscribe: () => unknown = () => {};
    await new Promise<void>((resume) => {
      this.wake = resume;
      unsubscribe = subscribe(resume);
    });
    unsubscribe();
  }
}

function isSignedOut(): boolean {
  const session = sessionState();
  return session.phase === 'guest' || (session.phase === 'user' && session.isEnded === true);
}

/** Whatever a screen does with an answer, the commands behind it are sent. */
function report(outcome: () => void): void {
  try {
    outcome();
  } catch (error) {
    console.error(error);
  }
}
