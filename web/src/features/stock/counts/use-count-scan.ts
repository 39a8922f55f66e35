import {
  api,
  type Count,
  type CountFigureInput,
  type CountLine,
  type CountPlace,
  namesItem,
} from '@longshore/contract';
import { useRef } from 'react';
import { type ApiFailure, asFailure, call, refresh } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { type DoneEntry, type Reading, useScanSession } from '../../../ui/scan/use-scan-session.ts';
import {
  type CountTarget,
  chosenBy,
  figureOf,
  readCountEntry,
  readQuantity,
  targetOf,
  targetsForFound,
  targetsOnSheet,
  withLine,
  withoutLine,
} from './count-scans.ts';

interface RecordCommand {
  target: CountTarget;
  figure: CountFigureInput;
}

interface CountState {
  place: CountPlace | undefined;
  /** Several rows fit the scanned item: one is to be chosen. */
  choices: readonly CountTarget[];
  target: CountTarget | undefined;
  /** The quantity of the target as it was entered so far. */
  quantity: string;
}

type CountInput =
  | { kind: 'scan'; code: string; isScanned: boolean }
  | { kind: 'target'; target: CountTarget }
  | { kind: 'loose' }
  | { kind: 'record'; counted: number }
  | { kind: 'replace'; command: RecordCommand };

export interface CountTypes {
  state: CountState;
  input: CountInput;
  command: RecordCommand;
  result: { kind: 'recorded'; line: CountLine } | { kind: 'undone'; line: CountLine | null; lineId: number };
  entry: CountLine;
  /** `replace` records the figure although somebody else has counted there. */
  refusal: { why: string; code?: string; replace?: RecordCommand };
}
export type Recorded = DoneEntry<CountTypes>;
type CountReading = Reading<CountTypes>;

const NOTHING_CHOSEN = { choices: [], target: undefined, quantity: '' } as const;

const reasonOf = (failure: ApiFailure, t: Translate): string => {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? translateMessage(t, why) : refusalOf(failure, t);
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

const taken = (change: Partial<CountState>): CountReading => ({
  kind: 'taken',
  change: (state) => ({ ...state, ...change }),
});

/** `quantity` was given before the code. */
const choose = (targets: readonly CountTarget[], quantity?: number): CountReading => {
  const [target] = targets;
  if (targets.length > 1) return taken({ ...NOTHING_CHOSEN, choices: targets });
  return taken({ ...NOTHING_CHOSEN, target, quantity: quantity === undefined ? '' : String(quantity) });
};

/** The codes of the item that is being counted. */
const codesOfTarget = ({ place }: CountState, target: CountTarget) =>
  place?.lines.find(({ id }) => id === target.line?.id)?.codes ?? [target.sku];

const figureCommand = (target: CountTarget, counted: number, at: string): RecordCommand => {
  // A figure that was shown beside the quantity is replaced knowingly.
  const replace = target.line && target.line.counted !== null ? 1 : 0;
  return { target, figure: figureOf(target, counted, at, replace) };
};

function afterAnswer(state: CountState, result: CountTypes['result']): CountState {
  const { place } = state;
  if (!place) return state;
  if (result.line) return { ...state, place: withLine(place, result.line) };
  return { ...state, place: withoutLine(place, result.kind === 'undone' ? result.lineId : 0) };
}

/** What a code means while counting: in a place an item first; a bin or a plate changes the place. */
function useReadCode(count: Count) {
  const t = useText();
  const readHere = ({ choices, place }: CountState, code: string, quantity?: number): CountReading | undefined => {
    const chosen = chosenBy(choices, code, place);
    if (chosen.length > 0) return choose(chosen, quantity);
    const listed = place ? targetsOnSheet(place, code) : [];
    return listed.length > 0 ? choose(listed, quantity) : undefined;
  };
  const readFound = async (
    { place: here }: CountState,
    code: string,
    quantity?: number,
  ): Promise<CountReading | undefined> => {
    const place = await findPlace(count.id, code);
    if (place) return taken({ ...NOTHING_CHOSEN, place });
    const item = here && (await findItem(count.client_id, code));
    if (!here || !item) return undefined;
    const targets = targetsForFound(here, item, code);
    return targets.length > 0
      ? choose(targets, quantity)
      : { kind: 'refused', refusal: { why: t('counts.scanPlateFirst', { sku: item.sku }) } };
  };
  const explain = async ({ place: here }: CountState, code: string): Promise<CountReading> => {
    const expected = t(here ? 'scan.expected.item' : 'scan.expected.location');
    const why = [describeScan(code, await lookUp(code), t), expected].join(' ');
    return { kind: 'refused', refusal: { why, code } };
  };
  return { readHere, readFound, explain };
}

/** Reads scans while counting. A number is a code first, and the quantity of the target only when a person says so. */
function useInterpret(count: Count, now: () => string) {
  const t = useText();
  const { readHere, readFound, explain } = useReadCode(count);
  const record = (state: CountState, counted: number, then?: CountInput): CountReading => {
    const { target } = state;
    if (!target) return taken({});
    const command = figureCommand(target, counted, now());
    return { kind: 'send', command, change: (before) => ({ ...before, ...NOTHING_CHOSEN }), then };
  };
  /** Scanning the item again adds one; another code saves the quantity first and goes on. */
  const readBeside = (state: CountState, target: CountTarget, scan: CountInput & { kind: 'scan' }, code: string) => {
    if (namesItem(code, codesOfTarget(state, target)))
      return taken({ quantity: String((readQuantity(state.quantity) ?? 0) + 1) });
    const counted = readQuantity(state.quantity);
    if (counted !== undefined) return record(state, counted, scan);
    const why = t('counts.quantityFirst', { sku: target.sku });
    return { kind: 'refused', refusal: { why } } satisfies CountReading;
  };
  const readScan = (state: CountState, scan: CountInput & { kind: 'scan' }): CountReading | Promise<CountReading> => {
    const { quantity, code } = readCountEntry(scan.code);
    const { target } = state;
    if (quantity !== undefined && target) return record(state, quantity, code ? { ...scan, code } : undefined);
    const isNumber = target !== undefined && !scan.isScanned && /^\d{1,4}$/.test(code);
    if (target && !isNumber) return readBeside(state, target, scan, code);
    if (!target)
      return (
        readHere(state, code, quantity) ??
        readFound(state, code, quantity).then((found) => found ?? explain(state, code))
      );
    const known = readHere({ ...state, choices: [] }, code);
    if (known) return readBeside(state, target, scan, code);
    const counted = Number(code);
    return readFound(state, code).then((found) =>
      found
        ? readBeside(state, target, scan, code)
        : { kind: 'offer', offer: { quantity: counted, yes: { kind: 'record', counted } } },
    );
  };
  return (input: CountInput, state: CountState): CountReading | Promise<CountReading> => {
    switch (input.kind) {
      case 'scan':
        return readScan(state, input);
      case 'target':
        return choose([input.target]);
      case 'loose':
        return call(api.counts.place, { params: { id: count.id }, query: { location: '', license: '' } }).then(
          (place) => taken({ ...NOTHING_CHOSEN, place }),
        );
      case 'record':
        return record(state, input.counted);
      case 'replace': {
        const { target, figure } = input.command;
        return { kind: 'send', command: { target, figure: { ...figure, replace: 1 } } };
      }
    }
  };
}

/** The state of counting by scanning: place, item, quantity; figures are sent in order, also after an outage. */
export function useCountScan(count: Count) {
  const t = useText();
  /** How much the device's clock is behind the server's. */
  const clockOffset = useRef(0);
  const interpret = useInterpret(count, () => new Date(Date.now() + clockOffset.current).toISOString());
  const session = useScanSession<CountTypes>({
    kept: `count ${count.id}`,
    reads: 'at once',
    initial: () => ({ place: undefined, ...NOTHING_CHOSEN }),
    interpret,
    send: async ({ figure }, key) => {
      const input = { params: { id: count.id }, body: figure };
      return { kind: 'recorded', line: await call(api.counts.record, input, { idempotencyKey: key }) };
    },
    undo: async ({ id, uploaded_at }, key) => {
      const input = { params: { id }, body: { uploaded_at: uploaded_at ?? '' } };
      return { kind: 'undone', lineId: id, line: await call(api.counts.undo, input, { idempotencyKey: key }) };
    },
    answered: (result, state, _command, isLast) => {
      if (isLast) void Promise.all([refresh(api.counts.get), refresh(api.counts.lines), refresh(api.counts.list)]);
      return { state: afterAnswer(state, result), entry: result.kind === 'recorded' ? result.line : undefined };
    },
    refused: (failure, command) => ({
      why: reasonOf(failure, t),
      ...(command && isCountedByAnother(failure) ? { replace: command } : {}),
    }),
  });
  const { state, input, setState, stateNow } = session;
  const at = state.place?.at;
  const readAt = useRef(at);
  if (at !== undefined && at !== readAt.current) {
    readAt.current = at;
    clockOffset.current = Date.parse(at) - Date.now();
  }
  return {
    ...session,
    ...state,
    recorded: session.done,
    scan: (code: string, isScanned: boolean) => input({ kind: 'scan', code, isScanned }),
    openLoose: () => input({ kind: 'loose' }),
    pick: (line: CountLine) => input({ kind: 'target', target: targetOf(line) }),
    pickTarget: (target: CountTarget) => input({ kind: 'target', target }),
    enter: (quantity: string) => setState((before) => ({ ...before, quantity })),
    /** Back to the step before. */
    back: () => {
      const { target, choices } = stateNow();
      setState((before) =>
        target || choices.length > 0 ? { ...before, ...NOTHING_CHOSEN } : { ...before, place: undefined },
      );
    },
    record: (counted: number) => input({ kind: 'record', counted }),
    replace: (command: RecordCommand) => input({ kind: 'replace', command }),
    refuse: (why: string) => session.refuse({ why }),
  };
}
export type CountScan = ReturnType<typeof useCountScan>;
