import { Worker } from 'node:worker_threads';
import type { MessageKey } from '@longshore/contract';
import { boundedQueue, QueueIsFull } from '../../platform/bounded-queue.ts';
import { busy } from '../../platform/http/problem.ts';
import type { PasswordOwner } from './password-rules.ts';

export interface PasswordCheck {
  password: string;
  owner: PasswordOwner;
}

/** Bundled beside the server; when running from source (tests), where the build puts it. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/password.worker.js' : './password.worker.js',
  import.meta.url,
);

/** An estimate takes up to half a second of a CPU core, and its dictionaries some megabytes. */
const checking = boundedQueue({ atOnce: 1, waitingMax: 20 });
const HEAP_MB = 128;
const TIME_MS = 20_000;

function checkInWorker(check: PasswordCheck): Promise<MessageKey | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: check, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    const timer = setTimeout(() => void worker.terminate(), TIME_MS);
    worker.on('message', ({ problem }: { problem: MessageKey | undefined }) => resolve(problem));
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that checks passwords ended without an answer.'));
    });
  });
}

/** Applies `passwordProblem` in a thread of its own, which ends afterwards: the event loop does not wait for it. */
export function checkPassword(password: string, owner: PasswordOwner): Promise<MessageKey | undefined> {
  return checking
    .run(() => checkInWorker({ password, owner }))
    .catch((error: unknown) => {
      throw error instanceof QueueIsFull ? busy(2) : error;
    });
}
