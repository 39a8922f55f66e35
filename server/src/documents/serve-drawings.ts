import { type MessagePort, parentPort } from 'node:worker_threads';
import type { DrawingAnswer, DrawingCommand } from './draw.ts';

type Draw = (data: never) => Promise<unknown>;
interface Open {
  add(part: unknown, onStep: (step: string) => void): Promise<void>;
  finish(): Promise<unknown>;
}

/** What a thread can draw: documents as a whole, and documents part by part. */
interface Drawings {
  whole: Readonly<Record<string, Draw>>;
  incremental: Readonly<Record<string, Draw>>;
}

/** Bytes are given away instead of copied; a part of a larger buffer is copied out of it first. */
function answerWith(port: MessagePort, result: unknown): void {
  if (result instanceof Uint8Array) {
    const bytes = result.byteLength === result.buffer.byteLength ? result : new Uint8Array(result);
    port.postMessage({ result: bytes } satisfies DrawingAnswer, [bytes.buffer as ArrayBuffer]);
  } else port.postMessage({ result } satisfies DrawingAnswer);
}

/** Answers the commands of `draw.ts` in the thread that it is called in; a thread draws one document at a time. */
export function serveDrawings({ whole, incremental }: Drawings): void {
  const port = parentPort as MessagePort;
  const send = (answer: DrawingAnswer) => port.postMessage(answer);
  let open: Open | undefined;

  async function obey(command: DrawingCommand): Promise<unknown> {
    if (command.do === 'draw') return whole[command.kind]?.(command.data as never);
    if (command.do === 'open') {
      open = (await incremental[command.kind]?.(command.data as never)) as Open;
      return undefined;
    }
    if (!open) throw new Error('No document was opened.');
    if (command.do === 'add') return open.add(command.part, (step) => send({ step }));
    const finished = await open.finish();
    open = undefined;
    return finished;
  }

  port.on('message', (command: DrawingCommand) => {
    obey(command).then(
      (result) => answerWith(port, result),
      (error: Error & { code?: string }) => {
        open = undefined;
        send({ failed: { message: error.message, stack: error.stack, code: error.code } });
      },
    );
  });
}
