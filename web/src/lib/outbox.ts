import { useSyncExternalStore } from 'react';
import { type KeptCall, sendKept } from './call.ts';
import { keptScans, onKeptScans, onScansRemoved, type PendingCommand, scanStore } from './kept-scans.ts';
import { ScanQueue } from './scan-queue.ts';

/**
 * Commands that need no screen to be sent: each is a whole call, which is sent as soon as the server answers again,
 * whatever the person does meanwhile, and also after the app was closed. The commands of one record (a shipment, a
 * plate) are sent in order, and a refused one stops only its own record (decision 0099).
 */
const PREFIX = 'out ';

/** A command as it waits: the call, and what people know it by. */
export interface Packet {
  call: KeptCall;
  /** What was scanned. */
  code: string;
  /** What is done with it, in the language of the person: "2 × KC-ETH-250". */
  text: string;
  /** Where the work goes on: an address of the app. */
  href: string;
}

export interface Posted {
  record: string;
  command: PendingCommand<Packet>;
}

type Queue = ScanQueue<Packet, unknown>;
type Answered = (record: string, command: PendingCommand<Packet>, answer: unknown) => void;

const queues = new Map<string, Queue>();
const answered = new Set<Answered>();
let stopFollowing: (() => void) | undefined;

function queueOf(record: string): Queue {
  const known = queues.get(record);
  if (known) return known;
  const queue: Queue = new ScanQueue<Packet, unknown>({
    run: (packet, key) => sendKept(packet.call, key),
    onDone: (answer, command) => {
      for (const listener of [...answered]) listener(record, command, answer);
    },
    // It stays in the list, where the person decides.
    onRefused: () => {},
    stops: true,
    kept: { store: scanStore<Packet>(PREFIX + record), context: () => '' },
  });
  queues.set(record, queue);
  queue.start();
  return queue;
}

/** Sends what is stored on the device, including what closed tabs have left. */
export function startOutbox(): void {
  stopFollowing?.();
  const follow = () => {
    for (const { name } of keptScans())
      if (name.startsWith(PREFIX) && !queues.has(name.slice(PREFIX.length))) queueOf(name.slice(PREFIX.length));
  };
  const stops = [onKeptScans(follow), onScansRemoved(stopOutbox)];
  stopFollowing = () => {
    for (const stop of stops) stop();
  };
  follow();
}

/** Sends nothing more; what waits stays on the device. */
export function stopOutbox(): void {
  stopFollowing?.();
  stopFollowing = undefined;
  for (const queue of queues.values()) queue.leave();
  queues.clear();
}

/** Takes a command for a record. It is sent as soon as it is stored and the server answers. Its key identifies it. */
export const post = (record: string, packet: Packet): string => queueOf(record).add(packet);

/** Takes back what was not sent yet. */
export const cancelPosted = ({ record, command }: Posted): void => queues.get(record)?.cancel([command.key]);
/** Sends a refused command once more. */
export const retryPosted = ({ record, command }: Posted): void => queues.get(record)?.retry(command.key);
/** Gives up a refused command; those behind it go on. */
export const dropPosted = ({ record, command }: Posted): void => queues.get(record)?.drop(command.key);

export function onAnswered(listener: Answered): () => void {
  answered.add(listener);
  return () => void answered.delete(listener);
}

let last: { from: ReturnType<typeof keptScans>; posted: readonly Posted[] } | undefined;

/** All commands that wait or were refused, in the order in which they were scanned. */
export function posted(): readonly Posted[] {
  const from = keptScans();
  if (last?.from === from) return last.posted;
  const found = from
    .filter(({ name }) => name.startsWith(PREFIX))
    .flatMap(({ name, commands }) =>
      commands.map((command) => ({
        record: name.slice(PREFIX.length),
        command: command as PendingCommand<Packet>,
      })),
    )
    .sort((one, other) => one.command.at - other.command.at);
  last = { from, posted: found };
  return found;
}

export const usePosted = (): readonly Posted[] => useSyncExternalStore(onKeptScans, posted);
