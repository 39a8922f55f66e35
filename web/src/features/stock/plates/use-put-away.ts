import { api, type PutAway } from '@longshore/contract';
import { useRef, useState } from 'react';
import { type ApiFailure, asFailure, call } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { scanStore } from '../../../lib/kept-scans.ts';
import { moveBackInput } from '../../../lib/move-back.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { useScanQueue } from '../../../ui/scan/use-scan-queue.ts';
import { refreshLicenses } from './license-cache.ts';
import {
  afterScan,
  expectedAfter,
  initialState,
  type Outcome,
  type Placed,
  type PutAwayInput,
  type PutAwayState,
  pairsOf,
  sameCode,
} from './put-away-scans.ts';

function reasonOf(failure: ApiFailure, t: Translate): string {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? translateMessage(t, why) : refusalOf(failure, t);
}

/** A plate starts a new pair; anything else is refused with what it is and what is expected. */
async function takePlate(code: string, held: string, t: Translate): Promise<Outcome> {
  const hits = await lookUp(code);
  const plate = hits.find(({ kind }) => kind === 'license');
  if (plate) return { kind: 'held', license: plate.title };
  const expected = held ? t('scan.expected.locationFor', { license: held }) : t('scan.expected.plate');
  const why = [describeScan(code, hits, t), expected].join(' ');
  return { kind: 'refused', ...(held ? { license: held, location: code } : { license: code, location: '' }), why };
}

/**
 * A scan is interpreted by what it names, not by its position: a plate starts a new pair even where a bin was expected,
 * so that a wrong or missing scan never turns the next plate into a bin.
 */
async function takeScan(code: string, held: string, key: string, t: Translate): Promise<Outcome> {
  if (!held || sameCode(held, code)) return takePlate(code, '', t);
  const body: PutAway = { license: held, location: code };
  try {
    return { kind: 'placed', plate: await call(api.licenses.move, { body }, { idempotencyKey: key }) };
  } catch (error) {
    if (asFailure(error).errors?.location) return takePlate(code, held, t);
    throw error;
  }
}

async function undo({ step, plateId, location, from }: Placed, key: string): Promise<Outcome> {
  const input = moveBackInput({ id: plateId, now: location, before: from });
  await call(api.licenses.moveBack, input, { idempotencyKey: key });
  return { kind: 'undone', step };
}

const PUT_AWAY = 'put-away';
/** The scans of put-away that wait on this device. */
const keptPutAway = () => scanStore<PutAwayInput>(PUT_AWAY);

/** Whether scans were waiting when the page was reloaded or its tab closed: put-away then opens again. */
export const hasWaitingPutAway = () => keptPutAway().read().commands.length > 0;

/** Accepts scans as fast as they come and processes them in order, each with the state after the previous one. */
export function usePutAway(license: string) {
  const t = useText();
  const [store] = useState(keptPutAway);
  const [state, setState] = useState(() => initialState(store.read().context || license));
  const latest = useRef(state);
  const update = (next: PutAwayState) => {
    latest.current = next;
    setState(next);
  };
  const applyOutcome = (outcome: Outcome) => {
    const refusals = latest.current.refused.length;
    update(afterScan(latest.current, outcome, t('licenses.binLeftOut'), Date.now()));
    playTone(latest.current.refused.length > refusals ? 'bad' : 'good');
  };
  const refuse = (failure: ApiFailure, input: PutAwayInput) => {
    const { held } = latest.current;
    const why = reasonOf(failure, t);
    if (input.kind === 'undo') applyOutcome({ kind: 'refused', license: input.entry.license, location: '', why });
    else if (held) applyOutcome({ kind: 'refused', license: held, location: input.code, why });
    else applyOutcome({ kind: 'refused', license: input.code, location: '', why });
  };
  const { pending, add, cancel } = useScanQueue<PutAwayInput, Outcome>({
    run: (input, key) =>
      input.kind === 'undo' ? undo(input.entry, key) : takeScan(input.code, latest.current.held, key, t),
    onDone: (outcome, _command, isLast) => {
      applyOutcome(outcome);
      // At scanner speed the lists behind are read again once, not for each plate.
      if (isLast && outcome.kind !== 'held') void refreshLicenses();
    },
    onRefused: (failure, { input }) => refuse(failure, input),
    kept: { store, context: () => latest.current.held },
  });
  const codes = pending.flatMap(({ input }) => (input.kind === 'scan' ? [input.code] : []));
  return {
    ...state,
    pending,
    pairs: pairsOf(state.held, pending),
    expected: expectedAfter(state.held, codes),
    scan: (code: string) => add({ kind: 'scan', code }),
    undo: (entry: Placed) => add({ kind: 'undo', entry }),
    isUndoing: ({ step }: Placed) => pending.some(({ input }) => input.kind === 'undo' && input.entry.step === step),
    cancel,
    clear: () => update({ ...latest.current, refused: [] }),
  };
}
