import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { DrawingAnswer, DrawingCommand, ThreadSettings } from './draw.ts';
import { documents, incrementalDocuments } from './drawings.ts';

type Draw = (data: unknown) => Promise<unknown>;
interface Open {
  add(part: unknown, onStep: (step: string) => void): Promise<void>;
  finish(): Promise<unknown>;
}

/** With this niceness a thread gets about a tenth of a core that others want too, and all of an idle one. */
const BACKGROUND_NICENESS = 10;

// Only on Linux does a thread have a priority of its own; elsewhere this would change that of the whole server.
if ((workerData as ThreadSettings).isBackground && process.platform === 'linux') setPriority(0, BACKGROUND_NICENESS);

const port = parentPort as MessagePort;
const send = (answer: DrawingAnswer, moved: ArrayBuffer[] = []) => port.postMessage(answer, moved);

/** The document that is being drawn in parts; a thread draws one at a time. */
let open: Open | undefined;

async function obey(command: DrawingCommand): Promise<unknown> {
  if (command.do === 'draw') return (documents[command.kind] as Draw)(command.data);
  if (command.do === 'open') {
    open = (await (incrementalDocuments[command.kind] as Draw)(command.data)) as Open;
    return undefined;
  }
  if (!open) throw new Error('No document was opened.');
  if (command.do === 'add') return open.add(command.part, (step) => send({ step }));
  const finished = await open.finish();
  open = undefined;
  return finished;
}

/** Bytes are given away instead of copied; a part of a larger buffer is copied out of it first. */
function answerWith(result: unknown): void {
  if (result instanceof Uint8Array) {
    const bytes = result.byteLength === result.buffer.byteLength ? result : new Uint8Array(result);
    send({ result: bytes }, [bytes.buffer as ArrayBuffer]);
  } else send({ result });
}

port.on('message', (command: DrawingCommand) => {
  obey(command).then(answerWith, (error: Error & { code?: string }) => {
    open = undefined;
    send({ failed: { message: error.message, stack: error.stack, code: error.code } });
  });
});
