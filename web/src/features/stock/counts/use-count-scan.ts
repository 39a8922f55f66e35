import {
  api,
  type Count,
  type CountFigureInput,
  type CountLine,
  type CountPlace,
  namesItem,
} from '@longshore/contract';
import { useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, refresh } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { scanStore } from '../../../lib/kept-scans.ts';
import { sessionUserId } from '../../../lib/session.ts';
import { sayMessage, type Translate, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { useScanQueue } from '../../../ui/scan/use-scan-queue.ts';
import {
  type CountTarget,
  chosenBy,
  figureOf,
  targetOf,
  targetsForFound,
  targetsOnSheet,
  withLine,
  withoutLine,
} from './count-scans.ts';

export interface Refusal {
  step: number;
  why: string;
  /** What was scanned; undefined when the refusal is about a figure. */
  code?: string | undefined;
  /** Records the figure although somebody else has counted there. */
  replace?: RecordCommand | undefined;
}

export interface Recorded {
  step: number;
  at: number;
  line: CountLine;
  isUndone: boolean;
}

interface RecordCommand {
  kind: 'record';
  target: CountTarget;
  figure: CountFigureInput;
}
export type CountCommand = RecordCommand | { kind: 'undo'; entry: Recorded };
type Outcome =
  | { kind: 'recorded'; line: CountLine }
  | { kind: 'undone'; step: number; line: CountLine | null; lineId: number };

const LOG_MAX = 8;

interface State {
  place: CountPlace | undefined;
  /** Several rows fit the scanned item: one is to be chosen. */
  choices: readonly CountTarget[];
  target: CountTarget | undefined;
  recorded: readonly Recorded[];
  refusal: Refusal | undefined;
  steps: number;
}

const reasonOf = (failure: ApiFailure, t: Translate): string => {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? sayMessage(t, why) : refusalOf(failure, t);
};

const isCountedByAnother = ({ keys }: ApiFailure) => JSON.stringify(keys ?? {}).includes('CountedByAnother');

/** A bin or else a plate of that name; undefined when there is neither. */
async function findPlace(countId: number, code: string): Promise<CountPlace | undefined> {
  for (const query of [
    { location: code, license: '' },
    { location: '', license: code },
  ]) {
    const place = await call(api.counts.place, { params: { id: countId }, query }).catch((error) => {
      if (asFailure(error).status !== 422) throw error;
      return undefined;
    });
    if (place) return place;
  }
  return undefined;
}

/** The item of the count's client that a scan names, wherever it should be. */
async function findItem(clientId: number, code: string) {
  const body = { search: code, excepts: [], canSearchKit: 0 as const, cid: clientId };
  const options = await call(api.inventories.selector, { body });
  const codesOf = (item: { sku: string; upc: string; barcode_1: string; barcode_2: string }) =>
    [item.sku, item.upc, item.barcode_1, item.barcode_2].filter(Boolean);
  return options.find(({ inventory }) => namesItem(code, codesOf(inventory)))?.inventory;
}

async function run(countId: number, command: CountCommand, key: string): Promise<Outcome> {
  if (command.kind === 'record') {
    const input = { params: { id: countId }, body: command.figure };
    return { kind: 'recorded', line: await call(api.counts.record, input, { idempotencyKey: key }) };
  }
  const { line, step } = command.entry;
  const input = { params: { id: line.id }, body: { uploaded_at: line.uploaded_at ?? '' } };
  return { kind: 'undone', step, lineId: line.id, line: await call(api.counts.undo, input, { idempotencyKey: key }) };
}

/** The state with its changes: `latest` is current also between two renders. */
function useScanState() {
  const [state, setState] = useState<State>({
    place: undefined,
    choices: [],
    target: undefined,
    recorded: [],
    refusal: undefined,
    steps: 0,
  });
  const latest = useRef(state);
  const update = (change: Partial<State>) => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  };
  return {
    state,
    latest,
    update,
    accept: (change: Partial<State>) => {
      playTone('good');
      update({ refusal: undefined, ...change });
    },
    refuse: (why: string, replace?: RecordCommand, code?: string) => {
      playTone('bad');
      const steps = latest.current.steps + 1;
      update({ steps, refusal: { step: steps, why, replace, code } });
    },
  };
}
type ScanState = ReturnType<typeof useScanState>;

function afterOutcome({ place, recorded, refusal, steps }: State, outcome: Outcome): Partial<State> {
  const step = steps + 1;
  if (outcome.kind === 'recorded') {
    const entry = { step, at: Date.now(), line: outcome.line, isUndone: false };
    return {
      place: place && withLine(place, outcome.line),
      recorded: [entry, ...recorded].slice(0, LOG_MAX),
      refusal: refusal?.replace ? undefined : refusal,
      steps: step,
    };
  }
  const { line, lineId } = outcome;
  return {
    place: place && (line ? withLine(place, line) : withoutLine(place, lineId)),
    recorded: recorded.map((entry) => (entry.step === outcome.step ? { ...entry, isUndone: true } : entry)),
    steps: step,
  };
}

/** Figures and their undoing, sent in order. */
function useFigures(count: Count, { latest, update, refuse }: ScanState) {
  const t = useText();
  const [store] = useState(() => scanStore<CountCommand>(sessionUserId(), `count ${count.id}`));
  return useScanQueue<CountCommand, Outcome>({
    kept: { store, context: () => '' },
    run: (command, key) => run(count.id, command, key),
    onDone: (outcome, _command, isLast) => {
      update(afterOutcome(latest.current, outcome));
      playTone('good');
      if (isLast) void Promise.all([refresh(api.counts.get), refresh(api.counts.lines), refresh(api.counts.list)]);
    },
    onRefused: (failure, { input }) =>
      refuse(reasonOf(failure, t), input.kind === 'record' && isCountedByAnother(failure) ? input : undefined),
  });
}

/** Interprets scans by what they name: in a place an item first; a bin or a plate changes the place. */
function useCodes(count: Count, { latest, accept, refuse }: ScanState) {
  const t = useText();
  /** How much the device's clock is behind the server's. */
  const clockOffset = useRef(0);
  const lookUps = useRef<Promise<void>>(Promise.resolve());
  const openPlace = (place: CountPlace) => {
    clockOffset.current = Date.parse(place.at) - Date.now();
    accept({ place, choices: [], target: undefined });
  };
  const choose = (targets: readonly CountTarget[]) => {
    const [first] = targets;
    accept(targets.length === 1 ? { target: first, choices: [] } : { choices: targets, target: undefined });
  };
  const takeCode = async (code: string): Promise<void> => {
    const { place, choices } = latest.current;
    const chosen = chosenBy(choices, code);
    if (chosen.length > 0) return choose(chosen);
    const listed = place ? targetsOnSheet(place, code) : [];
    if (listed.length > 0) return choose(listed);
    const next = await findPlace(count.id, code);
    if (next) return openPlace(next);
    const item = place && (await findItem(count.client_id, code));
    if (place && item) {
      const found = targetsForFound(place, item, code);
      return found.length > 0 ? choose(found) : refuse(t('counts.scanPlateFirst', { sku: item.sku }));
    }
    const expected = t(place ? 'scan.expected.item' : 'scan.expected.location');
    refuse([describeScan(code, await lookUp(code), t), expected].join(' '), undefined, code);
  };
  const refuseFailed = (error: unknown) => refuse(refusalOf(asFailure(error), t));
  return {
    /** One after the other, so that a fast scanner cannot mix them up. */
    scan: (code: string) => {
      lookUps.current = lookUps.current.then(() => takeCode(code).catch(refuseFailed));
    },
    openLoose: () => {
      const query = { location: '', license: '' };
      void call(api.counts.place, { params: { id: count.id }, query }).then(openPlace, refuseFailed);
    },
    now: () => new Date(Date.now() + clockOffset.current).toISOString(),
  };
}

/** The state of counting by scanning: place, item, quantity; figures are sent in order, also after an outage. */
export function useCountScan(count: Count) {
  const scanState = useScanState();
  const { state, latest, update, accept, refuse } = scanState;
  const { pending, add, cancel } = useFigures(count, scanState);
  const { scan, openLoose, now } = useCodes(count, scanState);
  return {
    ...state,
    pending,
    cancel,
    scan,
    refuse,
    openLoose,
    pick: (line: CountLine) => accept({ target: targetOf(line), choices: [] }),
    pickTarget: (target: CountTarget) => accept({ target, choices: [] }),
    /** Back to the step before. */
    back: () => {
      const { target, choices } = latest.current;
      update(target || choices.length > 0 ? { target: undefined, choices: [] } : { place: undefined });
    },
    record: (target: CountTarget, counted: number) => {
      // A figure that was shown beside the quantity is replaced knowingly.
      const replace = target.line && target.line.counted !== null ? 1 : 0;
      add({ kind: 'record', target, figure: figureOf(target, counted, now(), replace) });
      update({ target: undefined, choices: [], refusal: undefined });
    },
    replace: (command: RecordCommand) => {
      update({ refusal: undefined });
      add({ ...command, figure: { ...command.figure, replace: 1 } });
    },
    undo: (entry: Recorded) => add({ kind: 'undo', entry }),
    isUndoing: ({ step }: Recorded) => pending.some(({ input }) => input.kind === 'undo' && input.entry.step === step),
    clear: () => update({ refusal: undefined }),
  };
}
export type CountScan = ReturnType<typeof useCountScan>;
