import { Worker } from 'node:worker_threads';
import type { Documents, IncrementalDocuments } from './drawings.ts';

export type DrawingCommand =
  | { do: 'draw'; kind: keyof Documents; data: unknown }
  | { do: 'open'; kind: keyof IncrementalDocuments; data: unknown }
  | { do: 'add'; part: unknown }
  | { do: 'finish' };

export type DrawingAnswer =
  | { result: unknown }
  /** Progress: a step of the part that is being added was drawn. */
  | { step: string }
  | { failed: { message: string; stack: string | undefined; code: string | undefined } };

/** Bundled beside the server; when running from source (tests), where the build puts it. */
const workerFile = (name: 'drawing' | 'rows') =>
  new URL(`${import.meta.url.endsWith('.ts') ? '../../dist' : '.'}/${name}.worker.js`, import.meta.url);

/** Threads at most; with more documents than threads the later ones wait. */
const THREADS_MAX = 4;
/** Heap limit of a thread: twice what the largest workbook that is drawn as a whole needs. */
const HEAP_MB = 512;
const YOUNG_HEAP_MB = 16;
/** A thread with its fonts is kept this long for the next document, then ends and frees its memory. */
const IDLE_MS = 15_000;
/** Time limit for one document, or for one part of a document that is drawn in parts. */
const COMMAND_MS = 120_000;

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onStep: ((step: string) => void) | undefined;
}

const errorOf = ({ message, stack, code }: Extract<DrawingAnswer, { failed: unknown }>['failed']) =>
  Object.assign(new Error(message), { ...(stack ? { stack } : {}), ...(code ? { code } : {}) });

/**
 * Kinds that are drawn with low priority: a sheet can have any number of rows, and nobody waits at a printer for it.
 */
const inBackground: ReadonlySet<keyof IncrementalDocuments> = new Set(['rows'] as const);

/** A thread that draws; it does one thing after the other. */
class DrawingThread {
  private readonly worker: Worker;
  private pending: Pending | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  isOver = false;

  constructor(
    readonly isBackground: boolean,
    private readonly onEnd: () => void,
  ) {
    this.worker = new Worker(workerFile(isBackground ? 'rows' : 'drawing'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.worker.on('message', (answer: DrawingAnswer) => this.receive(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => {
      this.isOver = true;
      this.fail(new Error('The drawing thread ended without an answer.'));
      this.onEnd();
    });
  }

  private receive(answer: DrawingAnswer): void {
    const { pending } = this;
    if ('step' in answer) {
      pending?.onStep?.(answer.step);
      return;
    }
    this.pending = undefined;
    if ('failed' in answer) pending?.reject(errorOf(answer.failed));
    else pending?.resolve(answer.result);
  }

  private fail(error: Error): void {
    const { pending } = this;
    this.pending = undefined;
    pending?.reject(error);
  }

  async ask(command: DrawingCommand, onStep?: (step: string) => void): Promise<unknown> {
    const timer = setTimeout(() => void this.end(), COMMAND_MS);
    try {
      return await new Promise((resolve, reject) => {
        if (this.isOver) return reject(new Error('The drawing thread has ended.'));
        this.pending = { resolve, reject, onStep };
        this.worker.postMessage(command);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** In use it keeps the process alive, idle it does not. */
  use(): void {
    clearTimeout(this.idleTimer);
    this.worker.ref();
  }

  rest(): void {
    this.worker.unref();
    this.idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  /** Resolves when it has stopped, whatever it was doing. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.worker.terminate();
  }
}

const idle = new Set<DrawingThread>();
const waiting: (() => void)[] = [];
let count = 0;

function takeIdle(isBackground: boolean): DrawingThread | undefined {
  const known = [...idle].findLast((thread) => thread.isBackground === isBackground && !thread.isOver);
  if (known) idle.delete(known);
  return known;
}

/** A thread that lowered its priority cannot raise it again, so background drawings have threads of their own. */
async function takeThread(isBackground: boolean): Promise<DrawingThread> {
  for (;;) {
    const known = takeIdle(isBackground);
    if (known) {
      known.use();
      return known;
    }
    if (count < THREADS_MAX) {
      count++;
      const made = new DrawingThread(isBackground, () => {
        count--;
        idle.delete(made);
        waiting.shift()?.();
      });
      return made;
    }
    const [other] = idle;
    if (other) await other.end();
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

function returnThread(thread: DrawingThread): void {
  if (thread.isOver) return;
  thread.rest();
  idle.add(thread);
  waiting.shift()?.();
}

/** Draws a document in a worker thread: the event loop only copies what is drawn. */
export async function draw<Kind extends keyof Documents>(
  kind: Kind,
  data: Parameters<Documents[Kind]>[0],
): Promise<Uint8Array> {
  const thread = await takeThread(false);
  try {
    return (await thread.ask({ do: 'draw', kind, data })) as Uint8Array;
  } finally {
    returnThread(thread);
  }
}

type Opened<Kind extends keyof IncrementalDocuments> = Awaited<ReturnType<IncrementalDocuments[Kind]>>;
type PartOf<Kind extends keyof IncrementalDocuments> = Parameters<Opened<Kind>['add']>[0];
type ResultOf<Kind extends keyof IncrementalDocuments> =
  Opened<Kind> extends { finish(): Promise<infer Result> } ? Result : never;

/** A document that is drawn part by part in a worker thread. One part is added after the other. */
export interface IncrementalDocument<Kind extends keyof IncrementalDocuments> {
  /** Resolves when the part was drawn: whoever waits for it never gets far ahead of the thread. */
  add(part: PartOf<Kind>, onStep?: (step: string) => void): Promise<void>;
  finish(): Promise<ResultOf<Kind>>;
  /** Must be called at the end. Without a finish the thread is stopped first, in whatever it is doing. */
  close(): Promise<void>;
}

export async function openDrawing<Kind extends keyof IncrementalDocuments>(
  kind: Kind,
  data: Parameters<IncrementalDocuments[Kind]>[0],
): Promise<IncrementalDocument<Kind>> {
  const thread = await takeThread(inBackground.has(kind));
  let isFinished = false;
  try {
    await thread.ask({ do: 'open', kind, data });
  } catch (error) {
    await thread.end();
    throw error;
  }
  return {
    add: async (part, onStep) => void (await thread.ask({ do: 'add', part }, onStep)),
    async finish() {
      const result = await thread.ask({ do: 'finish' });
      isFinished = true;
      return result as never;
    },
    async close() {
      if (isFinished) returnThread(thread);
      else await thread.end();
    },
  };
}
