import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, asFailure } from '../../lib/api.ts';
import { type ScanStore, scanStore } from '../../lib/kept-scans.ts';
import { playTone } from './scan-tone.ts';
import { useScanQueue } from './use-scan-queue.ts';

/** The types of one session. */
export interface SessionTypes {
  /** What was scanned so far and waits for more. */
  state: unknown;
  /** A scan, or a tap that stands for one. */
  input: unknown;
  /** What is sent to the server. */
  command: unknown;
  /** What the server answers, to commands and to taking them back. */
  result: unknown;
  /** What is listed as done. */
  entry: unknown;
  /** Why a scan was refused, and what can be done about it; a code may be on a paper that can be opened. */
  refusal: { why: string; code?: string };
}

/** A number that no record has: it is a quantity only when a person says so. */
export interface QuantityOffer<Input> {
  quantity: number;
  /** What Enter stands for. */
  yes: Input;
  /** Where the number could be a code as well. */
  no?: Input | undefined;
}

/** What is changed in the state, which may be another one by the time a look-up is answered. */
type Change<T extends SessionTypes> = (state: T['state']) => T['state'];

/** What a scan means. */
export type Reading<T extends SessionTypes> =
  /** More is expected, or all of it is done here: `entry` is listed then. */
  | { kind: 'taken'; change: Change<T>; entry?: T['entry'] }
  /**
   * A command is sent, then another input is read. Where inputs are read after answers, `change` is made by the answer.
   */
  | { kind: 'send'; command: T['command']; change?: Change<T>; then?: T['input'] | undefined }
  | { kind: 'offer'; offer: QuantityOffer<T['input']> }
  | { kind: 'refused'; refusal: T['refusal'] };

export interface DoneEntry<T extends SessionTypes> {
  step: number;
  at: number;
  isUndone: boolean;
  what: T['entry'];
}

interface Session<T extends SessionTypes> {
  state: T['state'];
  /** The last results, newest first. */
  done: readonly DoneEntry<T>[];
  refusal: (T['refusal'] & { step: number }) | undefined;
  offer: (QuantityOffer<T['input']> & { step: number }) | undefined;
  steps: number;
}

export interface ScanSessionOptions<T extends SessionTypes> {
  initial: () => T['state'];
  /** What an input means in the state that those before it have led to. */
  interpret: (input: T['input'], state: T['state']) => Reading<T> | Promise<Reading<T>>;
  /** Sends a command under its idempotency key; repeated until it is answered. */
  send: (command: T['command'], key: string) => Promise<T['result']>;
  /** Takes a result back, in the same way. */
  undo: (entry: T['entry'], key: string) => Promise<T['result']>;
  /** The state after an answer, and what is listed as done. */
  answered: (
    result: T['result'],
    state: T['state'],
    command: T['command'] | undefined,
    isLast: boolean,
  ) => { state: T['state']; entry?: T['entry'] | undefined };
  refused: (failure: ApiFailure, command: T['command'] | undefined) => T['refusal'];
  /**
   * Whether the next input is read after the answer to the one before, on which its meaning depends, or at once, so
   * that work goes on without a connection.
   */
  reads: 'after answers' | 'at once';
  /** Keeps what waits on this device under this name, so that a reload or a closed tab loses nothing. */
  kept?: string;
  /** Keeps the state and the last results as well while the screen is open: it opens again as it was. */
  reopens?: boolean;
  /** The state belongs to somebody else, for example to a form. */
  owner?: { state: () => T['state']; set: (state: T['state']) => void };
  /** Lists what was refused among what was done. */
  entryOfRefusal?: (refusal: T['refusal'], input: T['input'] | undefined) => T['entry'];
  /** Whether an entry can be taken back; the newest of them stays in the list. */
  canUndo?: (entry: T['entry']) => boolean;
}

/** What waits: an input to be read, a command, or a result to be taken back. */
export type Queued<T extends SessionTypes> =
  | { kind: 'input'; input: T['input'] }
  | { kind: 'command'; command: T['command'] }
  | { kind: 'undo'; entry: DoneEntry<T> };

type Outcome<T extends SessionTypes> =
  | { kind: 'read'; reading: Reading<T> }
  | { kind: 'answered'; result: T['result']; command: T['command'] }
  | { kind: 'undone'; result: T['result']; step: number };

/** What is kept with the waiting inputs. */
interface Kept<T extends SessionTypes> {
  session: Session<T>;
  /** How inputs that were sent had been read, by key: they are repeated as they were, whatever has changed since. */
  read: [string, Reading<T>][];
}

const LOG_MAX = 8;

const storeOf = <T extends SessionTypes>(name: string): ScanStore<Queued<T>> => scanStore<Queued<T>>(name);

/** Whether a session was open when the page was reloaded or its tab closed. */
export const isSessionKept = (name: string): boolean => storeOf(name).read().context !== '';

function readKept<T extends SessionTypes>(store: ScanStore<Queued<T>> | undefined): Kept<T> | undefined {
  try {
    const { context = '' } = store?.read() ?? {};
    return context ? JSON.parse(context) : undefined;
  } catch {
    return undefined;
  }
}

/** The newest entries, among them the newest that can be undone: others do not push it out. */
function shortened<T extends SessionTypes>(
  entries: readonly DoneEntry<T>[],
  canUndo: (entry: T['entry']) => boolean,
): DoneEntry<T>[] {
  const shown = entries.slice(0, LOG_MAX);
  const isOpen = ({ what, isUndone }: DoneEntry<T>) => !isUndone && canUndo(what);
  const last = shown.some(isOpen) ? undefined : entries.find(isOpen);
  return last ? [...shown.slice(0, -1), last] : shown;
}

/** The session's data, current also between two renders. */
function useSessionData<T extends SessionTypes>(options: ScanSessionOptions<T>, before: Session<T> | undefined) {
  const [session, setSession] = useState<Session<T>>(
    () => before ?? { state: options.initial(), done: [], refusal: undefined, offer: undefined, steps: 0 },
  );
  const latest = useRef(session);
  const { owner, canUndo = () => true, entryOfRefusal } = options;
  const update = (change: Partial<Session<T>>) => {
    latest.current = { ...latest.current, ...change };
    setSession(latest.current);
  };
  const setState = (state: T['state']) => {
    if (owner) owner.set(state);
    update({ state });
  };
  const list = (what: T['entry'] | undefined) => {
    if (what === undefined) return;
    const step = latest.current.steps + 1;
    const entry = { step, at: Date.now(), isUndone: false, what };
    update({ steps: step, done: shortened([entry, ...latest.current.done], canUndo) });
  };
  return {
    session: owner ? { ...session, state: owner.state() } : session,
    latest,
    update,
    now: () => (owner ? owner.state() : latest.current.state),
    setState,
    accept: (state: T['state'] | undefined, entry?: T['entry']) => {
      playTone('good');
      if (state !== undefined) setState(state);
      list(entry);
      update({ refusal: undefined, offer: undefined });
    },
    refuse: (refusal: T['refusal'], input: T['input'] | undefined) => {
      playTone('bad');
      const step = latest.current.steps + 1;
      if (entryOfRefusal) list(entryOfRefusal(refusal, input));
      update({ steps: step, refusal: { ...refusal, step }, offer: undefined });
    },
    offer: (offer: QuantityOffer<T['input']>) => {
      playTone('bad');
      const step = latest.current.steps + 1;
      update({ steps: step, offer: { ...offer, step }, refusal: undefined });
    },
    markUndone: (step: number) =>
      update({ done: latest.current.done.map((one) => (one.step === step ? { ...one, isUndone: true } : one)) }),
  };
}
type SessionData<T extends SessionTypes> = ReturnType<typeof useSessionData<T>>;

/** Commands, and inputs whose meaning depends on the answers before them: sent in order, one at a time. */
function useSessionQueue<T extends SessionTypes>(
  options: ScanSessionOptions<T>,
  data: SessionData<T>,
  store: ScanStore<Queued<T>> | undefined,
  readBefore: [string, Reading<T>][],
) {
  const { latest, now, accept, refuse, offer, markUndone, setState } = data;
  const readings = useRef(new Map<string, Reading<T>>(readBefore));
  const commandOf = (queued: Queued<T>, key: string): T['command'] | undefined => {
    if (queued.kind === 'command') return queued.command;
    const reading = readings.current.get(key);
    return reading?.kind === 'send' ? reading.command : undefined;
  };
  const take = (reading: Reading<T>, input: T['input'] | undefined) => {
    if (reading.kind === 'taken') accept(reading.change(now()), reading.entry);
    else if (reading.kind === 'refused') refuse(reading.refusal, input);
    else if (reading.kind === 'offer') offer(reading.offer);
  };
  const queue = useScanQueue<Queued<T>, Outcome<T>>({
    ...(store && {
      kept: {
        store,
        always: options.reopens === true,
        context: () =>
          options.reopens
            ? JSON.stringify({ session: latest.current, read: [...readings.current] } satisfies Kept<T>)
            : '',
      },
    }),
    run: async (queued, key, keep) => {
      if (queued.kind === 'undo')
        return { kind: 'undone', step: queued.entry.step, result: await options.undo(queued.entry.what, key) };
      if (queued.kind === 'command')
        return { kind: 'answered', command: queued.command, result: await options.send(queued.command, key) };
      const reading = readings.current.get(key) ?? (await options.interpret(queued.input, now()));
      if (reading.kind !== 'send') return { kind: 'read', reading };
      readings.current.set(key, reading);
      keep();
      return { kind: 'answered', command: reading.command, result: await options.send(reading.command, key) };
    },
    onDone: (outcome, { key, input: queued }, isLast) => {
      const reading = readings.current.get(key);
      readings.current.delete(key);
      if (outcome.kind === 'read') return take(outcome.reading, queued.kind === 'input' ? queued.input : undefined);
      const command = outcome.kind === 'answered' ? outcome.command : undefined;
      const before = reading?.kind === 'send' && reading.change ? reading.change(now()) : now();
      const after = options.answered(outcome.result, before, command, isLast);
      if (outcome.kind === 'undone') markUndone(outcome.step);
      if (queued.kind === 'input') return accept(after.state, after.entry);
      // What was scanned meanwhile stays refused or offered: this answer is not about it.
      const { refusal, offer: offered } = latest.current;
      accept(after.state, after.entry);
      data.update({ refusal, offer: offered });
    },
    onRefused: (failure, { key, input: queued }) => {
      const command = commandOf(queued, key);
      readings.current.delete(key);
      refuse(options.refused(failure, command), queued.kind === 'input' ? queued.input : undefined);
    },
  });
  return { ...queue, take, setState };
}

/**
 * Work by scanning: what a scan means is decided by `interpret`, what it leads to is sent by `send` and taken back by
 * `undo`. Inputs are accepted as fast as they come and read in order, each in the state after the one before; commands
 * are sent in order, each repeated under its key until it is answered.
 */
export function useScanSession<T extends SessionTypes>(options: ScanSessionOptions<T>) {
  const [store] = useState(() => (options.kept ? storeOf<T>(options.kept) : undefined));
  const [before] = useState(() => readKept(store));
  const data = useSessionData(options, before?.session);
  const { latest, update, refuse, now, setState } = data;
  const { pending, add, cancel, keep, take } = useSessionQueue(options, data, store, before?.read ?? []);
  const { session } = data;
  useEffect(() => {
    if (session) keep();
  }, [session, keep]);
  const latestOptions = useRef(options);
  latestOptions.current = options;
  const reads = useRef<{ last: Promise<void>; waiting: number }>({ last: Promise.resolve(), waiting: 0 });

  const follow = (reading: Reading<T>, input: T['input']) => {
    if (reading.kind !== 'send') return take(reading, input);
    if (reading.change) setState(reading.change(now()));
    update({ refusal: undefined, offer: undefined });
    add({ kind: 'command', command: reading.command });
    if (reading.then !== undefined) return readNow(reading.then);
  };
  const readNow = (input: T['input']): void | Promise<void> => {
    const reading = latestOptions.current.interpret(input, now());
    return reading instanceof Promise ? reading.then((answer) => follow(answer, input)) : follow(reading, input);
  };
  const readInOrder = (input: T['input']) => {
    const fail = (error: unknown) => refuse(latestOptions.current.refused(asFailure(error), undefined), input);
    const { current: order } = reads;
    // What needs no answer of the server is done before the next key.
    const first = order.waiting === 0 ? readNow(input) : undefined;
    if (order.waiting === 0 && first === undefined) return;
    order.waiting += 1;
    order.last = (first ? first.catch(fail) : order.last.then(() => readNow(input)).catch(fail)).then(() => {
      order.waiting -= 1;
    });
  };
  const input = (one: T['input']) =>
    options.reads === 'at once' ? readInOrder(one) : add({ kind: 'input', input: one });

  return {
    ...data.session,
    pending,
    cancel,
    input,
    /** Enter in the empty field: the number that was offered is a quantity. */
    confirm: () => {
      const { offer } = latest.current;
      if (!offer) return;
      update({ offer: undefined });
      input(offer.yes);
    },
    decline: () => {
      const { offer } = latest.current;
      update({ offer: undefined });
      if (offer?.no !== undefined) input(offer.no);
    },
    undo: (entry: DoneEntry<T>) => add({ kind: 'undo', entry }),
    isUndoing: ({ step }: DoneEntry<T>) =>
      pending.some(({ input: queued }) => queued.kind === 'undo' && queued.entry.step === step),
    refuse: (refusal: T['refusal']) => refuse(refusal, undefined),
    clear: () => update({ refusal: undefined, offer: undefined }),
    /** Changes the state by hand: back, skip, start over. */
    setState: (change: (state: T['state']) => T['state']) => {
      setState(change(now()));
      update({ refusal: undefined, offer: undefined });
    },
    stateNow: now,
  };
}
