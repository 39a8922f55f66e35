import {
  type Allocation,
  api,
  type FulfilLineInput,
  type LinesFulfilled,
  type MovedLicense,
  NO_LICENSE,
  type Shipment,
} from '@longshore/contract';
import { useEffect, useRef } from 'react';
import { type ApiFailure, call } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { dayOf, useFormat } from '../../../lib/format.ts';
import { moveBackOf } from '../../../lib/move-back.ts';
import { sessionTimezone } from '../../../lib/session.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { type DoneEntry, type Queued, type Reading, useScanSession } from '../../../ui/scan/use-scan-session.ts';
import { rememberShipment, withFulfilled } from '../shipment-cache.ts';
import {
  afterCommand,
  type Held,
  isOpen,
  nextLineId,
  nothingHeld,
  type Quarantine,
  type Situation,
} from './fulfil-scans.ts';
import { keptFulfil } from './kept-fulfil.ts';
import { forgetLineFacts } from './line-facts.ts';
import {
  type Decision,
  decideHeld,
  decideScan,
  decideTap,
  findLaterLot,
  knowsCode,
  type LaterLot,
  type Scene,
  sendFulfil,
  sendPutAway,
} from './take-scan.ts';

/** One result of a scan. */
export type FulfilEntry =
  /** A scan that was refused; nothing to undo. */
  | { kind: 'refused'; code: string; why: string }
  | { kind: 'fulfilled'; lineId: number; fulfilId: number; sku: string; body: FulfilLineInput; units: number }
  | { kind: 'placed'; plate: MovedLicense };

interface FulfilRefusal {
  why: string;
  code?: string;
  /** An unknown code inbound may be a plate that is not made yet. */
  unknownPlate?: string;
  /** Does it all the same: an expired lot, or another lot than the earliest. */
  again?: { input: FulfilInput; label: string };
}

type FulfilInput =
  | { kind: 'scan'; code: string; isScanned: boolean }
  | { kind: 'tap'; change: Partial<Held>; label: string }
  | { kind: 'send'; body: FulfilLineInput; label: string }
  /** Takes what is held although an earlier lot is there. */
  | { kind: 'agree'; held: Held; lotId: number; label: string };

type FulfilCommand =
  | { kind: 'fulfil'; held: Held; body: FulfilLineInput }
  | { kind: 'putAway'; license: string; location: string };

type FulfilResult =
  | { kind: 'fulfilled'; changed: LinesFulfilled }
  | { kind: 'placed'; plate: MovedLicense }
  | { kind: 'undone'; shipment: Shipment | undefined };

interface FulfilState {
  held: Held;
  /** Lots that somebody has agreed to take although an earlier one is there: it is asked once. */
  agreed: readonly number[];
}

export interface FulfilTypes {
  state: FulfilState;
  input: FulfilInput;
  command: FulfilCommand;
  result: FulfilResult;
  entry: FulfilEntry;
  refusal: FulfilRefusal;
}
export type Done = DoneEntry<FulfilTypes>;

const labelOfInput = (input: FulfilInput): string => (input.kind === 'scan' ? input.code : input.label);

/** What was scanned or tapped, as people know it. */
export const labelOf = (queued: Queued<FulfilTypes>): string => {
  if (queued.kind === 'undo') return queued.entry.what.kind === 'fulfilled' ? queued.entry.what.sku : '';
  return queued.kind === 'input' ? labelOfInput(queued.input) : '';
};

function reasonOf(failure: ApiFailure, t: Translate): string {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? translateMessage(t, why) : refusalOf(failure, t);
}

const newestOf = (shipment: Shipment, lineId: number) => {
  const line = shipment.shipment_lines.find(({ id }) => id === lineId);
  return { line, fulfilment: line?.fulfillments.reduce((newest, one) => (one.id > newest.id ? one : newest)) };
};

function entryOf(shipment: Shipment, body: FulfilLineInput): FulfilEntry {
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

async function takeBack(shipmentId: number, what: FulfilEntry, key: string): Promise<FulfilResult> {
  if (what.kind === 'refused') throw new Error('A refused scan took nothing.');
  if (what.kind === 'placed') {
    await call(api.licenses.moveBack, moveBackOf(what.plate), { idempotencyKey: key });
    return { kind: 'undone', shipment: undefined };
  }
  const params = { id: shipmentId, lineId: what.lineId, fulfillId: what.fulfilId };
  return { kind: 'undone', shipment: await call(api.shipments.unfulfil, { params }, { idempotencyKey: key }) };
}

async function send(shipmentId: number, command: FulfilCommand, key: string): Promise<FulfilResult> {
  if (command.kind === 'putAway')
    return { kind: 'placed', plate: await sendPutAway(command.license, command.location, key) };
  return { kind: 'fulfilled', changed: await sendFulfil(shipmentId, command.body, key) };
}

/** The question about a later lot in words, and the button that takes it. */
export function useLaterLotText() {
  const t = useText();
  const format = useFormat();
  return ({ lot, expire, earlier }: LaterLot) => ({
    why: t('fulfilment.laterLot', {
      lot,
      date: format.date(expire),
      earlier: earlier.lot,
      earlierDate: format.date(earlier.expire ?? ''),
    }),
    label: t('fulfilment.takeLater', { lot }),
  });
}

/** A decision in words, for the session. */
function useReading() {
  const t = useText();
  const laterLotText = useLaterLotText();
  return (decision: Decision, isInbound: boolean): Reading<FulfilTypes> => {
    switch (decision.kind) {
      case 'hold':
        return { kind: 'taken', change: (state) => ({ ...state, held: decision.held }) };
      case 'fulfil':
        return { kind: 'send', command: { kind: 'fulfil', held: decision.held, body: decision.body } };
      case 'putAway':
        return { kind: 'send', command: decision };
      case 'number': {
        const { quantity, lot } = decision;
        const yes = { kind: 'tap', change: { quantity }, label: String(quantity) } as const;
        const no =
          lot === undefined
            ? undefined
            : ({ kind: 'tap', change: { lot: { lot, expire: null }, noExpiry: false }, label: lot } as const);
        return { kind: 'offer', offer: { quantity, yes, no } };
      }
      case 'laterLot': {
        const { held, lotId } = decision;
        const { why, label } = laterLotText(decision);
        return { kind: 'refused', refusal: { why, again: { input: { kind: 'agree', held, lotId, label }, label } } };
      }
      case 'refused': {
        const { reason, code, sku } = decision;
        const why = t(`fulfilment.refused.${reason}`, { code, sku });
        return { kind: 'refused', refusal: { why, code, unknownPlate: reason === 'unknown' && isInbound ? code : '' } };
      }
    }
  };
}

/** Decides what an input means by the newest record of the shipment. */
async function decide(scene: Scene, input: Exclude<FulfilInput, { kind: 'send' }>): Promise<Decision> {
  if (input.kind === 'scan') return decideScan(scene, { text: input.code, isScanned: input.isScanned });
  if (input.kind === 'tap') return decideTap(scene, input.change);
  return decideHeld({ ...scene, agreed: [...scene.agreed, input.lotId] }, input.held);
}

const withAgreed = (state: FulfilState, lotId: number): FulfilState => ({ ...state, agreed: [...state.agreed, lotId] });

const agreedAfter = (state: FulfilState, input: FulfilInput): FulfilState =>
  input.kind === 'agree' ? withAgreed(state, input.lotId) : state;

/**
 * Fulfils a shipment by scanning. Each scan is read after the answer to the one before it, because what it means
 * depends on what is left of the lines.
 */
export function useFulfilScan(shipment: Shipment, picks: Allocation['picks'], into: Quarantine) {
  const t = useText();
  const readingOf = useReading();
  const newest = useNewest(shipment);
  const now = useRef({ picks, into });
  now.current = { picks, into };
  const situationOf = (held: Held): Situation => ({
    direction: newest.current.direction,
    lines: inWalkingOrder(newest.current, now.current.picks),
    held,
  });
  const lotSceneOf = ({ agreed }: FulfilState) => ({
    shipment: newest.current,
    picks: now.current.picks,
    agreed,
    // Written as the days of the lots are.
    today: dayOf(new Date(), sessionTimezone()),
  });
  const session = useScanSession<FulfilTypes>({
    kept: keptFulfil(shipment.id),
    reopens: true,
    reads: 'after answers',
    initial: () => ({ held: { ...nothingHeld, lineId: nextLineId(situationOf(nothingHeld), null) }, agreed: [] }),
    interpret: async (input, state) => {
      if (input.kind === 'send')
        return { kind: 'send', command: { kind: 'fulfil', held: state.held, body: input.body } };
      const scene = { ...lotSceneOf(state), into: now.current.into, situation: situationOf(state.held) };
      const reading = readingOf(await decide(scene, input), newest.current.direction === 'inbound');
      return reading.kind === 'send' ? { ...reading, change: (before) => agreedAfter(before, input) } : reading;
    },
    send: (command, key) => send(newest.current.id, command, key),
    undo: (entry, key) => takeBack(newest.current.id, entry, key),
    answered: (result, state, command) => {
      if (result.kind === 'placed') return { state, entry: { kind: 'placed', plate: result.plate } };
      const changed = result.kind === 'undone' ? result.shipment : withFulfilled(newest.current, result.changed);
      if (changed) {
        newest.current = changed;
        forgetLineFacts();
        rememberShipment(changed);
      }
      if (result.kind === 'undone' || command?.kind !== 'fulfil') {
        const { held } = state;
        return { state: { ...state, held: { ...held, lineId: held.lineId ?? nextLineId(situationOf(held), null) } } };
      }
      const held = afterCommand(situationOf(command.held));
      return { state: { ...state, held }, entry: entryOf(newest.current, command.body) };
    },
    refused: (failure, command) => {
      forgetLineFacts();
      const label = t('fulfilment.takeAnyway');
      const isExpired = failure.keys?.allow_expired !== undefined && command?.kind === 'fulfil';
      const why = reasonOf(failure, t);
      if (!isExpired) return { why };
      return { why, again: { input: { kind: 'send', body: { ...command.body, allow_expired: 1 }, label }, label } };
    },
    entryOfRefusal: ({ why }, input) => ({ kind: 'refused', code: input ? labelOfInput(input) : '', why }),
    canUndo: ({ kind }) => kind !== 'refused',
  });
  const { state, pending, input, setState, stateNow } = session;
  const goTo = (current: number | null, isSkipped: boolean) => {
    const lineId = nextLineId(situationOf(stateNow().held), current, isSkipped);
    setState((before) => ({ ...before, held: { ...nothingHeld, lineId } }));
  };
  const { lines } = situationOf(state.held);
  useLineGone(
    pending.length === 0 &&
      state.held.lineId !== null &&
      !lines.some((line) => line.id === state.held.lineId && isOpen(line)),
    () => setState((before) => ({ ...before, held: afterCommand(situationOf(before.held)) })),
  );
  return {
    ...session,
    held: state.held,
    lines,
    scan: (code: string, isScanned: boolean) => input({ kind: 'scan', code, isScanned }),
    tap: (change: Partial<Held>, label: string) => input({ kind: 'tap', change, label }),
    send: (body: FulfilLineInput, label: string) => input({ kind: 'send', body, label }),
    /**
     * The same question for what is typed by hand; a lot that was agreed to here is not asked about after a scan
     * either.
     */
    findLaterLot: (body: FulfilLineInput) =>
      findLaterLot(lotSceneOf(stateNow()), body, { place: body.license || NO_LICENSE }),
    agreeToLot: (lotId: number) => setState((before) => withAgreed(before, lotId)),
    knows: (code: string) => knowsCode(newest.current, situationOf(stateNow().held), code),
    skip: () => goTo(stateNow().held.lineId, true),
    /** Back to no choice: the next scan decides again. */
    startOver: () => goTo(null, false),
  };
}
export type FulfilScan = ReturnType<typeof useFulfilScan>;

/** Moves on when the current line was reported short, or completed by somebody else. */
function useLineGone(isGone: boolean, moveOn: () => void) {
  const latest = useRef(moveOn);
  latest.current = moveOn;
  useEffect(() => {
    if (isGone) latest.current();
  }, [isGone]);
}
