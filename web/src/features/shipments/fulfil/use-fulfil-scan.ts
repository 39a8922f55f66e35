import { api, type FulfilLineInput, type LinesFulfilled, type MovedLicense, type Shipment } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, call } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { sayMessage, type Translate, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { useScanQueue } from '../../../ui/scan/use-scan-queue.ts';
import { rememberShipment, withFulfilled } from '../shipment-cache.ts';
import {
  afterCommand,
  type Held,
  isOpen,
  nextLineId,
  nothingHeld,
  type Quarantine,
  type RefusalReason,
  type Situation,
} from './fulfil-scans.ts';
import { type FulfilContext, keptFulfil, readContext } from './kept-fulfil.ts';
import { forgetLineFacts } from './line-facts.ts';
import { type Decision, decideScan, decideTap, sendFulfil, sendPutAway } from './take-scan.ts';

/** One result of a scan. */
export interface Done {
  step: number;
  at: number;
  isUndone: boolean;
  what: /** A scan that was refused; nothing to undo. */
    | { kind: 'refused'; code: string; why: string }
    | { kind: 'fulfilled'; lineId: number; fulfilId: number; sku: string; body: FulfilLineInput; units: number }
    | { kind: 'placed'; plate: MovedLicense };
}

export interface ShownRefusal {
  step: number;
  code: string;
  why: string;
  /** An unknown code inbound may be a plate that is not made yet. */
  unknownPlate: string;
  /** Sends it again with the confirmation that it needs. */
  again: FulfilLineInput | undefined;
}

export type FulfilCommand =
  | { kind: 'scan'; code: string; isScanned: boolean }
  | { kind: 'tap'; change: Partial<Held>; label: string }
  | { kind: 'send'; body: FulfilLineInput; label: string }
  | { kind: 'undo'; entry: Done };

type Outcome =
  | { kind: 'held'; held: Held }
  | { kind: 'fulfilled'; held: Held; changed: LinesFulfilled; body: FulfilLineInput }
  | { kind: 'placed'; plate: MovedLicense }
  | { kind: 'undone'; step: number; shipment: Shipment | undefined }
  | { kind: 'refused'; reason: RefusalReason; code: string; sku: string };

interface State {
  held: Held;
  done: readonly Done[];
  refusal: ShownRefusal | undefined;
  steps: number;
}

const LOG_MAX = 8;

/** The newest entries, among them the newest that can be undone: refused scans do not push it out. */
function shortened(entries: readonly Done[]): Done[] {
  const shown = entries.slice(0, LOG_MAX);
  const canBeUndone = ({ what, isUndone }: Done) => what.kind !== 'refused' && !isUndone;
  const last = shown.some(canBeUndone) ? undefined : entries.find(canBeUndone);
  return last ? [...shown.slice(0, -1), last] : shown;
}

/** What was scanned or tapped, as people know it. */
export const labelOf = (input: FulfilCommand): string => {
  if (input.kind === 'scan') return input.code;
  if (input.kind === 'undo') return input.entry.what.kind === 'fulfilled' ? input.entry.what.sku : '';
  return input.label;
};

function reasonOf(failure: ApiFailure, t: Translate): string {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? sayMessage(t, why) : refusalOf(failure, t);
}

const newestOf = (shipment: Shipment, lineId: number) => {
  const line = shipment.shipment_lines.find(({ id }) => id === lineId);
  return { line, fulfilment: line?.fulfillments.reduce((newest, one) => (one.id > newest.id ? one : newest)) };
};

function doneOf(shipment: Shipment, body: FulfilLineInput): Done['what'] {
  const { line, fulfilment } = newestOf(shipment, body.lineId);
  return {
    kind: 'fulfilled',
    lineId: body.lineId,
    fulfilId: fulfilment?.id ?? 0,
    sku: line?.inventory.sku ?? '',
    body,
    units: fulfilment?.quantity ?? body.quantity ?? 0,
  };
}

/** State that is current also between two renders. */
function useLatest<Value>(initial: () => Value) {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const update = (change: Partial<Value>) => {
    latest.current = { ...latest.current, ...change };
    setValue(latest.current);
  };
  return { value, latest, update };
}

/** The newest version of the record: an answer may be newer than what the page has read, or older. */
function useNewest(shipment: Shipment) {
  const newest = useRef(shipment);
  const read = useRef(shipment);
  if (read.current !== shipment && shipment.updated_at >= newest.current.updated_at) newest.current = shipment;
  read.current = shipment;
  return newest;
}

/** The lines in the order in which they are walked to, when the shipment is allocated. */
export function inWalkingOrder(shipment: Shipment, picked: readonly { line_id: number }[]): Shipment['shipment_lines'] {
  const placeOf = (lineId: number) => {
    const at = picked.findIndex((pick) => pick.line_id === lineId);
    return at < 0 ? picked.length : at;
  };
  return [...shipment.shipment_lines].sort((one, other) => placeOf(one.id) - placeOf(other.id));
}

/** What is held and what was done, with the newest record of the shipment. */
function useFulfilState(shipment: Shipment, picked: readonly { line_id: number }[]) {
  const newest = useNewest(shipment);
  const pickedNow = useRef(picked);
  pickedNow.current = picked;
  const situationOf = (held: Held): Situation => ({
    direction: newest.current.direction,
    lines: inWalkingOrder(newest.current, pickedNow.current),
    held,
  });
  const [store] = useState(() => keptFulfil<FulfilCommand>(shipment.id));
  const [before] = useState(() => readContext(store));
  const { value, latest, update } = useLatest<State>(() => ({
    held: before?.held ?? { ...nothingHeld, lineId: nextLineId(situationOf(nothingHeld), null) },
    done: [],
    refusal: undefined,
    steps: before?.steps ?? 0,
  }));
  const logged = (what: Done['what']) => {
    const step = latest.current.steps + 1;
    const entry = { step, at: Date.now(), isUndone: false, what };
    return { steps: step, done: shortened([entry, ...latest.current.done]), refusal: undefined };
  };
  const afterUndo = (step: number): Partial<State> => {
    const done = latest.current.done.map((one) => (one.step === step ? { ...one, isUndone: true } : one));
    const situation = situationOf(latest.current.held);
    return { done, held: { ...situation.held, lineId: situation.held.lineId ?? nextLineId(situation, null) } };
  };
  return {
    newest,
    situationOf,
    value,
    latest,
    update,
    store,
    decidedBefore: before?.decided ?? [],
    show: (code: string, why: string, more: Partial<ShownRefusal> = {}) => {
      playTone('bad');
      const { steps, done } = logged({ kind: 'refused', code, why });
      update({ steps, done, refusal: { step: steps, code, why, unknownPlate: '', again: undefined, ...more } });
    },
    accept: (outcome: Exclude<Outcome, { kind: 'refused' }>) => {
      playTone('good');
      switch (outcome.kind) {
        case 'held':
          return update({ held: outcome.held, refusal: undefined });
        case 'placed':
          return update(logged({ kind: 'placed', plate: outcome.plate }));
        case 'undone':
          return update(afterUndo(outcome.step));
        case 'fulfilled': {
          const held = afterCommand(situationOf(outcome.held));
          return update({ ...logged(doneOf(newest.current, outcome.body)), held });
        }
      }
    },
  };
}
type FulfilState = ReturnType<typeof useFulfilState>;

async function execute(shipmentId: number, decision: Decision, key: string): Promise<Outcome> {
  switch (decision.kind) {
    case 'refused':
      return decision;
    case 'hold':
      return { kind: 'held', held: decision.held };
    case 'putAway':
      return { kind: 'placed', plate: await sendPutAway(decision.license, decision.location, key) };
    case 'fulfil': {
      const { held, body } = decision;
      return { kind: 'fulfilled', held, body, changed: await sendFulfil(shipmentId, body, key) };
    }
  }
}

/** The shipment after a command; undefined when it stays as it is. */
function afterOutcome(shipment: Shipment, outcome: Outcome): Shipment | undefined {
  if (outcome.kind === 'fulfilled') return withFulfilled(shipment, outcome.changed);
  return outcome.kind === 'undone' ? outcome.shipment : undefined;
}

async function takeBack(shipmentId: number, { what, step }: Done, key: string): Promise<Outcome> {
  if (what.kind === 'refused') throw new Error('A refused scan took nothing.');
  if (what.kind === 'placed') {
    const body = { from_id: what.plate.locations[0]?.id ?? 0, to_id: what.plate.moved_from?.id ?? null };
    await call(api.licenses.moveBack, { params: { id: what.plate.id }, body }, { idempotencyKey: key });
    return { kind: 'undone', step, shipment: undefined };
  }
  const params = { id: shipmentId, lineId: what.lineId, fulfillId: what.fulfilId };
  return { kind: 'undone', step, shipment: await call(api.shipments.unfulfil, { params }, { idempotencyKey: key }) };
}

/** The queue of scans: each is decided when its turn comes, and repeated as it was decided. */
function useFulfilQueue(state: FulfilState, into: Quarantine) {
  const { newest, situationOf, latest, show, accept, store, decidedBefore } = state;
  const t = useText();
  const intoNow = useRef(into);
  intoNow.current = into;
  /** What was decided for a command that was sent: it is repeated as it was, whatever has changed since. */
  const decided = useRef(new Map<string, Decision>(decidedBefore));
  const decide = (command: FulfilCommand & { kind: 'scan' | 'tap' }): Promise<Decision> => {
    const situation = situationOf(latest.current.held);
    const scene = { shipment: newest.current, situation, into: intoNow.current };
    return command.kind === 'scan'
      ? decideScan(scene, { text: command.code, isScanned: command.isScanned })
      : decideTap(scene, command.change);
  };
  return useScanQueue<FulfilCommand, Outcome>({
    kept: {
      store,
      context: () => {
        const { held, steps } = latest.current;
        return JSON.stringify({ held, steps, decided: [...decided.current] } satisfies FulfilContext);
      },
    },
    run: async (command, key, keep) => {
      const { id } = newest.current;
      if (command.kind === 'undo') return takeBack(id, command.entry, key);
      if (command.kind === 'send') {
        const { body } = command;
        return { kind: 'fulfilled', held: latest.current.held, body, changed: await sendFulfil(id, body, key) };
      }
      const decision = decided.current.get(key) ?? (await decide(command));
      decided.current.set(key, decision);
      keep();
      return execute(id, decision, key);
    },
    onDone: (outcome, { key, input }) => {
      decided.current.delete(key);
      if (outcome.kind === 'refused') {
        const { reason, code, sku } = outcome;
        const isPlate = reason === 'unknown' && newest.current.direction === 'inbound';
        const why = t(`fulfilment.refused.${reason}`, { code, sku });
        return show(labelOf(input), why, { unknownPlate: isPlate ? code : '' });
      }
      const changed = afterOutcome(newest.current, outcome);
      if (changed) {
        newest.current = changed;
        forgetLineFacts();
        rememberShipment(changed);
      }
      accept(outcome);
    },
    onRefused: (failure, { key, input }) => {
      const decision = decided.current.get(key);
      decided.current.delete(key);
      const body = input.kind === 'send' ? input.body : decision?.kind === 'fulfil' ? decision.body : undefined;
      const isExpired = failure.keys?.allow_expired !== undefined;
      show(labelOf(input), reasonOf(failure, t), {
        again: isExpired && body ? { ...body, allow_expired: 1 } : undefined,
      });
      forgetLineFacts();
    },
  });
}

/** Moves on when the current line was reported short, or completed by somebody else. */
function useLineGone({ value, latest, update, situationOf }: FulfilState, isIdle: boolean) {
  const { lines, held } = situationOf(value.held);
  const isGone = isIdle && held.lineId !== null && !lines.some((line) => line.id === held.lineId && isOpen(line));
  const moveOn = useRef(() => {});
  moveOn.current = () => update({ held: afterCommand(situationOf(latest.current.held)) });
  useEffect(() => {
    if (isGone) moveOn.current();
  }, [isGone]);
}

/**
 * Fulfils a shipment by scanning. Scans are accepted as fast as they come and processed in order, each with the state
 * after the previous one; each command is repeated under its key until it is answered.
 */
export function useFulfilScan(shipment: Shipment, picked: readonly { line_id: number }[], into: Quarantine) {
  const state = useFulfilState(shipment, picked);
  const { value, latest, update, situationOf } = state;
  const { pending, add, cancel } = useFulfilQueue(state, into);
  const goTo = (current: number | null, isSkipped: boolean) => {
    const lineId = nextLineId(situationOf(latest.current.held), current, isSkipped);
    update({ held: { ...nothingHeld, lineId }, refusal: undefined });
  };
  useLineGone(state, pending.length === 0);
  return {
    ...value,
    pending,
    cancel,
    lines: situationOf(value.held).lines,
    /** Digits that were typed are a quantity; those of a label may be a plate. */
    scan: (code: string, isScanned: boolean) => add({ kind: 'scan', code, isScanned }),
    tap: (change: Partial<Held>, label: string) => add({ kind: 'tap', change, label }),
    send: (body: FulfilLineInput, label: string) => add({ kind: 'send', body, label }),
    skip: () => goTo(latest.current.held.lineId, true),
    /** Back to no choice: the next scan decides again. */
    startOver: () => goTo(null, false),
    undo: (entry: Done) => add({ kind: 'undo', entry }),
    isUndoing: ({ step }: Done) => pending.some(({ input }) => input.kind === 'undo' && input.entry.step === step),
    clear: () => update({ refusal: undefined }),
  };
}
export type FulfilScan = ReturnType<typeof useFulfilScan>;
