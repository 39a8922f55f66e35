import { api, type Count, type CountFigureInput, type CountLine, type CountPlace } from '@longshore/contract';
import { useRef, useState } from 'react';
import { type ApiFailure, asFailure, call, refresh } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { sayMessage, type Translate, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { useScanQueue } from '../../../ui/scan/use-scan-queue.ts';
import {
  type CountTarget,
  chosenBy,
  figureOf,
  namesItem,
  targetOf,
  targetsForFound,
  targetsOnSheet,
  withLine,
  withoutLine,
} from './count-scans.ts';

export interface Refusal {
  step: number;
  why: string;
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

/** The state of counting by scanning: place, item, quantity; figures are sent in order, also after an outage. */
export function useCountScan(count: Count) {
  const t = useText();
  const [state, setState] = useState<State>({
    ...{ place: undefined, choices: [], target: undefined, recorded: [], refusal: undefined, steps: 0 },
  });
  const latest = useRef(state);
  /** How much the device's clock is behind the server's. */
  const clockOffset = useRef(0);
  const update = (change: Partial<State>) => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  };
  const accept = (change: Partial<State>) => {
    playTone('good');
    update({ refusal: undefined, ...change });
  };
  const refuse = (why: string, replace?: RecordCommand) => {
    playTone('bad');
    const steps = latest.current.steps + 1;
    update({ steps, refusal: { step: steps, why, replace } });
  };

  const applyOutcome = (outcome: Outcome) => {
    const { place, recorded } = latest.current;
    const steps = latest.current.steps + 1;
    if (outcome.kind === 'recorded') {
      const entry = { step: steps, at: Date.now(), line: outcome.line, isUndone: false };
      const refusal = latest.current.refusal?.replace ? undefined : latest.current.refusal;
      update({
        place: place && withLine(place, outcome.line),
        recorded: [entry, ...recorded].slice(0, LOG_MAX),
        steps,
        refusal,
      });
    } else {
      const { line, lineId, step } = outcome;
      update({
        place: place && (line ? withLine(place, line) : withoutLine(place, lineId)),
        recorded: recorded.map((entry) => (entry.step === step ? { ...entry, isUndone: true } : entry)),
        steps,
      });
    }
    playTone('good');
  };
  const queue = useScanQueue<CountCommand, Outcome>({
    run: (command, key) => run(count.id, command, key),
    onDone: (outcome, _command, isLast) => {
      applyOutcome(outcome);
      if (isLast) void Promise.all([refresh(api.counts.get), refresh(api.counts.lines), refresh(api.counts.list)]);
    },
    onRefused: (failure, { input }) =>
      refuse(reasonOf(failure, t), input.kind === 'record' && isCountedByAnother(failure) ? input : undefined),
  });

  const openPlace = (place: CountPlace) => {
    clockOffset.current = Date.parse(place.at) - Date.now();
    accept({ place, choices: [], target: undefined });
  };
  const choose = (targets: readonly CountTarget[]) => {
    const [first] = targets;
    accept(targets.length === 1 ? { target: first, choices: [] } : { choices: targets, target: undefined });
  };

  /** In a place a scan is an item first; a bin or a plate changes the place. */
  const takeCode = async (code: string): Promise<void> => {
    const { place, choices } = latest.current;
    const chosen = chosenBy(choices, code);
    if (chosen.length > 0) return choose(chosen);
    if (place) {
      const listed = targetsOnSheet(place, code);
      if (listed.length > 0) return choose(listed);
    }
    const next = await findPlace(count.id, code);
    if (next) return openPlace(next);
    const item = place && (await findItem(count.client_id, code));
    if (place && item) {
      const found = targetsForFound(place, item, code);
      return found.length > 0 ? choose(found) : refuse(t('counts.scanPlateFirst', { sku: item.sku }));
    }
    refuse(
      [describeScan(code, await lookUp(code), t), t(place ? 'scan.expected.item' : 'scan.expected.location')].join(' '),
    );
  };
  /** Codes are looked up one after the other, so that a fast scanner cannot mix them up. */
  const lookUps = useRef<Promise<void>>(Promise.resolve());
  const scan = (code: string) => {
    lookUps.current = lookUps.current.then(() =>
      takeCode(code).catch((error) => refuse(refusalOf(asFailure(error), t))),
    );
  };

  return {
    ...state,
    pending: queue.pending,
    cancel: queue.cancel,
    scan,
    refuse,
    openLoose: () =>
      void call(api.counts.place, { params: { id: count.id }, query: { location: '', license: '' } }).then(
        openPlace,
        (error) => refuse(refusalOf(asFailure(error), t)),
      ),
    pick: (line: CountLine) => accept({ target: targetOf(line), choices: [] }),
    pickTarget: (target: CountTarget) => accept({ target, choices: [] }),
    /** Back to the step before. */
    back: () => {
      const { target, choices } = latest.current;
      update(target || choices.length > 0 ? { target: undefined, choices: [] } : { place: undefined });
    },
    record: (target: CountTarget, counted: number) => {
      const countedAt = new Date(Date.now() + clockOffset.current).toISOString();
      // A figure that was shown beside the quantity is replaced knowingly.
      const replace = target.line && target.line.counted !== null ? 1 : 0;
      queue.add({ kind: 'record', target, figure: figureOf(target, counted, countedAt, replace) });
      update({ target: undefined, choices: [], refusal: undefined });
    },
    replace: (command: RecordCommand) => {
      update({ refusal: undefined });
      queue.add({ ...command, figure: { ...command.figure, replace: 1 } });
    },
    undo: (entry: Recorded) => queue.add({ kind: 'undo', entry }),
    isUndoing: ({ step }: Recorded) =>
      queue.pending.some(({ input }) => input.kind === 'undo' && input.entry.step === step),
    clear: () => update({ refusal: undefined }),
  };
}
export type CountScan = ReturnType<typeof useCountScan>;
